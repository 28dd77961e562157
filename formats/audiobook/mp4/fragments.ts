import type { SourceFile } from '../source-file.ts'
import { damageRefusal, findBox, type Mp4Box, readBoxBody, readBoxes } from './boxes.ts'
import { addChunk, type Chunk, MAX_SAMPLES, type Samples, type TimeRun } from './samples.ts'

/** Properties of samples whose fragment does not specify them: from `trex`, overridden by `tfhd`. */
interface SampleDefaults {
  description: number
  length: number
  size: number
}

/** Collects a track's samples from the fragments (`moof`) of a file made for streaming. */
export class FragmentedSamples {
  readonly #source: SourceFile
  readonly #trackId: number
  readonly #defaults: SampleDefaults
  readonly #sizes: number[] = []
  readonly #times: TimeRun[] = []
  readonly #chunks: Chunk[] = []

  constructor(source: SourceFile, trackId: number, defaults: SampleDefaults) {
    this.#source = source
    this.#trackId = trackId
    this.#defaults = defaults
  }

  get samples(): Samples {
    return { sizes: Uint32Array.from(this.#sizes), times: this.#times, chunks: this.#chunks }
  }

  async add(fragment: Mp4Box): Promise<void> {
    for (const box of await readBoxes(this.#source, fragment)) {
      if (box.type === 'traf') await this.#addTrackFragment(fragment, box)
    }
  }

  async #addTrackFragment(fragment: Mp4Box, trackFragment: Mp4Box): Promise<void> {
    const boxes = await readBoxes(this.#source, trackFragment)
    const header = boxes.find(({ type }) => type === 'tfhd')
    if (!header) throw damageRefusal()
    const fields = new Fields(await readBoxBody(this.#source, header))
    const { flags } = fields
    if (fields.next32() !== this.#trackId) return
    let position = flags & 0x01 ? fields.next64() : fragment.start
    const defaults = { ...this.#defaults }
    if (flags & 0x02) defaults.description = fields.next32()
    if (flags & 0x08) defaults.length = fields.next32()
    if (flags & 0x10) defaults.size = fields.next32()
    const base = position
    for (const box of boxes) {
      if (box.type !== 'trun') continue
      position = this.#addRun(new Fields(await readBoxBody(this.#source, box)), base, position, defaults)
    }
  }

  /** Returns the end of the run's data. A run without an offset starts where the previous one ended (`follows`). */
  #addRun(fields: Fields, base: number, follows: number, defaults: SampleDefaults): number {
    const { flags } = fields
    const samples = fields.next32()
    if (this.#sizes.length + samples > MAX_SAMPLES) throw damageRefusal()
    let position = flags & 0x01 ? base + fields.nextSigned32() : follows
    if (position < 0) throw damageRefusal()
    if (flags & 0x04) fields.next32()
    for (let sample = 0; sample < samples; sample++) {
      const length = flags & 0x100 ? fields.next32() : defaults.length
      const size = flags & 0x200 ? fields.next32() : defaults.size
      if (flags & 0x400) fields.next32()
      if (flags & 0x800) fields.next32()
      this.#sizes.push(size)
      const run = this.#times.at(-1)
      if (run?.length === length) run.samples++
      else this.#times.push({ samples: 1, length })
      addChunk(this.#chunks, { offset: position, bytes: size, samples: 1, description: defaults.description })
      position += size
    }
    return position
  }
}

/** Reads the defaults of a track in a fragmented file. Undefined when the file is not fragmented. */
export async function readSampleDefaults(
  source: SourceFile,
  movie: Mp4Box,
  trackId: number,
): Promise<SampleDefaults | undefined> {
  const extends_ = await findBox(source, movie, 'mvex')
  if (!extends_) return undefined
  for (const box of await readBoxes(source, extends_)) {
    if (box.type !== 'trex') continue
    const fields = new Fields(await readBoxBody(source, box))
    if (fields.next32() !== trackId) continue
    return { description: fields.next32(), length: fields.next32(), size: fields.next32() }
  }
  return { description: 1, length: 0, size: 0 }
}

/** Cursor over the integers of a full box. */
class Fields {
  readonly flags: number
  readonly #bytes: Buffer
  #at = 4

  constructor(bytes: Buffer) {
    if (bytes.length < 4) throw damageRefusal()
    this.#bytes = bytes
    this.flags = bytes.readUInt32BE(0) & 0xffffff
  }

  next32(): number {
    return this.#bytes.readUInt32BE(this.#take(4))
  }

  nextSigned32(): number {
    return this.#bytes.readInt32BE(this.#take(4))
  }

  next64(): number {
    return Number(this.#bytes.readBigUInt64BE(this.#take(8)))
  }

  #take(length: number): number {
    const at = this.#at
    if (at + length > this.#bytes.length) throw damageRefusal()
    this.#at += length
    return at
  }
}
