import { Refusal } from '../../refusal.ts'
import { MAX_DURATION_SECONDS } from '../limits.ts'
import type { ByteRange, SourceFile } from '../source-file.ts'
import {
  FRAME_HEADER_BYTES,
  type FrameFormat,
  type FrameHeader,
  isSameFormat,
  MAX_FRAME_BYTES,
  readFrameHeader,
} from './frame-header.ts'
import { FrameIndex } from './frame-index.ts'
import { tagLength } from './tag-length.ts'
import { readPromisedFrames } from './xing-header.ts'

const WINDOW_BYTES = 1 << 20
/** A frame is believed after junk only when this many follow it: four bytes of a picture look like a header often enough. */
const CONFIRMING_FRAMES = 2
const LOOKAHEAD_BYTES = (CONFIRMING_FRAMES + 1) * MAX_FRAME_BYTES
const MAX_DAMAGED_PLACES = 1_000
const MAX_DAMAGED_PART = 0.05
const TOLERATED_DAMAGE_BYTES = 64 * 1024
/** An encoder's own count may be off by what an editor trimmed; more than this is a download that stopped. */
const TOLERATED_MISSING_SECONDS = 2

/** Where the sound of an MP3 is, without tags, junk and the encoder's own header. */
export interface ScannedFrames {
  ranges: ByteRange[]
  durationSeconds: number
}

/**
 * Walks the frames of an MP3 from `start` to `end`, adding each to the index (a new one when none is given). Jumps over tags
 * and over a little damage. Throws `Refusal` when there is no MP3, too much is damaged, or much of what it promises is missing.
 */
export async function scanFrames(
  source: SourceFile,
  { start, end }: ByteRange,
  signal: AbortSignal,
  joined?: FrameIndex,
): Promise<ScannedFrames & { index: FrameIndex }> {
  const view = new SlidingView(source, end, signal)
  const first = await findFrame(view, start, joined?.format)
  if (!first) throw new Refusal(await sayWhyNoFrame(view, start, joined?.format))
  const index = joined ?? new FrameIndex(first.header)
  const framesBefore = index.frames

  const ranges: ByteRange[] = []
  let promised = 0
  let damagedBytes = Math.max(0, first.position - start)
  let damagedPlaces = 0
  let position = first.position
  let atStart = true
  for (;;) {
    await view.move(position, MAX_FRAME_BYTES)
    const header = view.frameAt(position)
    if (header && index.accepts(header) && position + header.size <= end) {
      const encoderHeader = atStart ? readPromisedFrames(view.slice(position, header.size), header) : undefined
      if (encoderHeader) promised += encoderHeader.frames ?? 0
      else {
        index.add(header)
        extend(ranges, position, position + header.size)
      }
      atStart = false
      position += header.size
      continue
    }
    if (position + FRAME_HEADER_BYTES > end || (header && position + header.size > end)) break
    const length = tagLength(view.slice(position, 32))
    const tag = position + length <= end ? length : 0
    const next = await findFrame(view, position + Math.max(tag, 1), index.format)
    if (!next) {
      damagedBytes += Math.max(0, end - position - tag)
      break
    }
    atStart = tag > 0
    if (!tag) damagedPlaces++
    damagedBytes += next.position - position - tag
    position = next.position
    if (damagedPlaces > MAX_DAMAGED_PLACES) break
  }

  const frames = index.frames - framesBefore
  const durationSeconds = index.secondsOf(frames)
  const missingSeconds = index.secondsOf(promised) - durationSeconds
  if (frames === 0) throw new Refusal('O arquivo é um MP3 sem nenhum trecho de áudio.')
  if (missingSeconds > TOLERATED_MISSING_SECONDS) {
    throw new Refusal(
      `O áudio está incompleto: o MP3 anuncia ${sayDuration(index.secondsOf(promised))} e só contém ${sayDuration(durationSeconds)}.`,
    )
  }
  if (
    damagedPlaces > MAX_DAMAGED_PLACES ||
    damagedBytes > ranges.reduce((sum, range) => sum + range.end - range.start, 0) ||
    damagedBytes > Math.max(TOLERATED_DAMAGE_BYTES, (end - start) * MAX_DAMAGED_PART)
  ) {
    throw new Refusal('O MP3 está danificado: boa parte do arquivo não é áudio que se possa tocar.')
  }
  if (index.durationSeconds > MAX_DURATION_SECONDS) throw new Refusal('O áudio passa de 100 horas.')
  return { ranges, durationSeconds, index }
}

/** The first frame at or after `from` that others like it follow, or the file's end does. */
async function findFrame(
  view: SlidingView,
  from: number,
  format: FrameFormat | undefined,
): Promise<{ position: number; header: FrameHeader } | undefined> {
  for (let position = from; position + FRAME_HEADER_BYTES <= view.end; position++) {
    await view.move(position, LOOKAHEAD_BYTES)
    position = view.indexOfSync(position)
    if (position < 0) return undefined
    await view.move(position, LOOKAHEAD_BYTES)
    const header = view.frameAt(position)
    if (header?.layer === 3 && (!format || isSameFormat(header, format)) && isConfirmed(view, position, header)) {
      return { position, header }
    }
  }
  return undefined
}

function isConfirmed(view: SlidingView, position: number, first: FrameHeader): boolean {
  let next = position + first.size
  if (first.size === 0 || next > view.end) return false
  for (let seen = 0; seen < CONFIRMING_FRAMES; seen++) {
    // The last frames of a file, and those before a tag, have fewer after them.
    if (view.end - next < FRAME_HEADER_BYTES) return true
    const header = view.frameAt(next)
    if (!header || header.size === 0 || !isSameFormat(header, first))
      return seen > 0 && tagLength(view.slice(next, 32)) > 0
    next += header.size
  }
  return true
}

async function sayWhyNoFrame(view: SlidingView, start: number, wanted: FrameFormat | undefined): Promise<string> {
  if (view.end - start < FRAME_HEADER_BYTES) return 'O arquivo é um MP3 sem nenhum trecho de áudio.'
  await view.move(start, LOOKAHEAD_BYTES)
  const header = view.frameAt(start)
  if (header?.layer === 3 && header.bitrate === 0) return 'O MP3 usa taxa de bits livre, que os navegadores não tocam.'
  if (header?.layer === 2) return 'O áudio é MPEG camada II (MP2), e não MP3.'
  if (wanted && header) return 'O MP3 tem taxa de amostragem ou canais diferentes dos outros.'
  return 'O arquivo não contém áudio MP3 que se possa tocar.'
}

function extend(ranges: ByteRange[], start: number, end: number): void {
  const last = ranges.at(-1)
  if (last?.end === start) last.end = end
  else ranges.push({ start, end })
}

export function sayDuration(seconds: number): string {
  const whole = Math.round(seconds)
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return parts.map((part, place) => (place === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}

/** A megabyte of the file at a time, moved forward along it. */
class SlidingView {
  readonly end: number
  readonly #source: SourceFile
  readonly #signal: AbortSignal
  #start = 0
  #bytes: Buffer = Buffer.alloc(0)
  readonly #space = Buffer.allocUnsafe(WINDOW_BYTES)

  constructor(source: SourceFile, end: number, signal: AbortSignal) {
    this.#source = source
    this.#signal = signal
    this.end = end
  }

  /** Sees to it that `length` bytes from `position` on are in memory, as far as the file goes. */
  async move(position: number, length: number): Promise<void> {
    const wantedEnd = Math.min(position + length, this.end)
    if (position >= this.#start && wantedEnd <= this.#start + this.#bytes.length) return
    this.#signal.throwIfAborted()
    const space = this.#space.subarray(0, Math.max(0, Math.min(WINDOW_BYTES, this.end - position)))
    this.#start = position
    this.#bytes = space.subarray(0, await this.#source.readInto(space, position))
  }

  frameAt(position: number): FrameHeader | undefined {
    return readFrameHeader(this.#bytes, position - this.#start)
  }

  slice(position: number, length: number): Buffer {
    return this.#bytes.subarray(position - this.#start, position - this.#start + length)
  }

  /** The next byte that may begin a frame: at or after `position`, the window's last one when it holds none, -1 at the end. */
  indexOfSync(position: number): number {
    const found = this.#bytes.indexOf(0xff, position - this.#start)
    if (found >= 0) return this.#start + found
    const last = this.#start + this.#bytes.length - 1
    return last >= this.end - 1 ? -1 : Math.max(position, last)
  }
}
