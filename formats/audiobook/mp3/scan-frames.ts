import { Refusal } from '../../refusal.ts'
import { formatClockTime } from '../format-clock-time.ts'
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
/** Frames that must follow a candidate after junk: in four bytes of a picture, false headers are frequent. */
const CONFIRMING_FRAMES = 2
const LOOKAHEAD_BYTES = (CONFIRMING_FRAMES + 1) * MAX_FRAME_BYTES
const MAX_DAMAGED_GAPS = 1_000
const MAX_DAMAGED_PART = 0.05
const TOLERATED_DAMAGE_BYTES = 64 * 1024
/** Editors that trim may leave the declared frame count too high; a larger gap means a truncated download. */
const TOLERATED_MISSING_SECONDS = 2

/** Byte ranges of the frames of an MP3, without tags, junk and the encoder's header frame. */
export interface ScannedFrames {
  ranges: ByteRange[]
  durationSeconds: number
  /** Bytes between frames that are neither audio nor tags. */
  damagedBytes: number
}

/**
 * Scans the frames of an MP3 from `start` to `end` and adds each to the index, a new one by default. Skips tags and a
 * little damage. Throws `Refusal` when there is no MP3, or it is too damaged or truncated.
 */
export async function scanFrames(
  source: SourceFile,
  { start, end }: ByteRange,
  signal: AbortSignal,
  joined?: FrameIndex,
): Promise<ScannedFrames & { index: FrameIndex }> {
  const view = new SlidingView(source, end, signal)
  const toleratedDamage = Math.max(TOLERATED_DAMAGE_BYTES, (end - start) * MAX_DAMAGED_PART)
  const first = await findFrame(view, start, start + toleratedDamage, joined?.format)
  if (!first) throw new Refusal(await explainNoFrame(view, start, joined?.format))
  const index = joined ?? new FrameIndex(first.header)
  const framesBefore = index.frames

  const ranges: ByteRange[] = []
  let promisedFrames = 0
  let damagedBytes = first.position - start
  let damagedGaps = 0
  let position = first.position
  let mayBeEncoderHeader = true
  while (position + FRAME_HEADER_BYTES <= end) {
    if (!view.holds(position, MAX_FRAME_BYTES)) await view.moveTo(position)
    const header = view.frameAt(position)
    if (header && position + header.size > end) break
    if (header && index.accepts(header)) {
      const promise = mayBeEncoderHeader ? readPromisedFrames(view.slice(position, header.size), header) : undefined
      if (promise) {
        promisedFrames += promise.frames ?? 0
      } else {
        index.add(header)
        extend(ranges, position, position + header.size)
      }
      mayBeEncoderHeader = false
      position += header.size
      continue
    }
    const tag = tagLength(view.slice(position, 32))
    const from = tag > 0 && position + tag <= end ? position + tag : position
    const next = await findFrame(view, from, from + toleratedDamage, index.format)
    // Concatenated files have tags in between, each followed by an encoder's header frame.
    mayBeEncoderHeader = from > position
    if (from === position) damagedGaps++
    position = next?.position ?? end
    damagedBytes += position - from
    if (damagedBytes > toleratedDamage) throw tooMuchDamage(MAX_DAMAGED_PART)
    if (damagedGaps > MAX_DAMAGED_GAPS) throw new Refusal('O MP3 está danificado em mais de 1.000 lugares.')
  }

  const frames = index.frames - framesBefore
  if (frames === 0) throw new Refusal('O arquivo é um MP3 sem nenhum trecho de áudio.')
  if (damagedBytes > ranges.reduce((sum, range) => sum + range.end - range.start, 0)) throw tooMuchDamage(0.5)
  const durationSeconds = index.secondsOf(frames)
  const promisedSeconds = index.secondsOf(promisedFrames)
  if (promisedSeconds > durationSeconds + TOLERATED_MISSING_SECONDS) {
    const [promised, found] = [formatClockTime(promisedSeconds), formatClockTime(durationSeconds)]
    throw new Refusal(`O áudio está incompleto: o MP3 anuncia ${promised} e só contém ${found}.`)
  }
  if (index.durationSeconds > MAX_DURATION_SECONDS) throw new Refusal('O áudio passa de 100 horas.')
  return { ranges, durationSeconds, damagedBytes, index }
}

/** Reads the header of the first frame, if there is one near the start. */
export async function readFormat(source: SourceFile, { start, end }: ByteRange): Promise<FrameHeader | undefined> {
  const view = new SlidingView(source, end, new AbortController().signal)
  return (await findFrame(view, start, start + TOLERATED_DAMAGE_BYTES, undefined))?.header
}

/** Sentences for the import report about skipped damage. */
export function damageSentences(damagedBytes: number): string[] {
  if (damagedBytes === 0) return []
  const amount =
    damagedBytes === 1 ? 'Foi retirado 1 byte' : `Foram retirados ${damagedBytes.toLocaleString('pt-BR')} bytes`
  return [`${amount} de dados danificados entre os trechos de áudio.`]
}

function tooMuchDamage(part: number): Refusal {
  return new Refusal(`O MP3 está danificado: mais de ${part * 100}% do arquivo não é áudio que se possa tocar.`)
}

/**
 * Finds the first frame at or after `from`, up to `until`, that is followed by frames of its format or by the end of
 * the file.
 */
async function findFrame(
  view: SlidingView,
  from: number,
  until: number,
  format: FrameFormat | undefined,
): Promise<{ position: number; header: FrameHeader } | undefined> {
  for (let position = from; position <= until && position + FRAME_HEADER_BYTES <= view.end; position++) {
    if (!view.holds(position, LOOKAHEAD_BYTES)) await view.moveTo(position)
    position = view.indexOfSync(position)
    if (!view.holds(position, LOOKAHEAD_BYTES)) await view.moveTo(position)
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
    // Near the end of the file or a tag, fewer frames follow.
    if (view.end - next < FRAME_HEADER_BYTES) return true
    const header = view.frameAt(next)
    if (!header || header.size === 0 || !isSameFormat(header, first)) {
      return seen > 0 && tagLength(view.slice(next, 32)) > 0
    }
    next += header.size
  }
  return true
}

async function explainNoFrame(view: SlidingView, start: number, wanted: FrameFormat | undefined): Promise<string> {
  if (view.end - start < FRAME_HEADER_BYTES) return 'O arquivo é um MP3 sem nenhum trecho de áudio.'
  await view.moveTo(start)
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

/** A window of one megabyte that moves forward over the file. */
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

  /** Whether the `length` bytes from `position`, or all that the file has of them, are in memory. */
  holds(position: number, length: number): boolean {
    const wantedEnd = Math.min(position + length, this.end)
    return position >= this.#start && wantedEnd <= this.#start + this.#bytes.length
  }

  async moveTo(position: number): Promise<void> {
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

  /** Position of the next possible sync byte, or of the last byte in memory. */
  indexOfSync(position: number): number {
    const found = this.#bytes.indexOf(0xff, position - this.#start)
    return found >= 0 ? this.#start + found : Math.max(position, this.#start + this.#bytes.length - 1)
  }
}
