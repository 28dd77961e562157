import { type FrameFormat, type FrameHeader, isSameFormat } from './frame-header.ts'

const FRAMES_A_MARK = 64

/** Counts the frames of a resource and records the offset of every 64th, so memory stays small for any length. */
export class FrameIndex {
  readonly format: FrameFormat
  frames = 0
  bytes = 0
  isConstantBitrate = true
  readonly #samplesAFrame: number
  #bitrate: number | undefined
  readonly #marks: number[] = []

  constructor(first: FrameHeader) {
    this.format = { version: first.version, layer: first.layer, sampleRate: first.sampleRate, isMono: first.isMono }
    this.#samplesAFrame = first.samples
  }

  accepts(header: FrameHeader): boolean {
    return header.size > 0 && isSameFormat(header, this.format)
  }

  add(header: FrameHeader): void {
    if (this.frames % FRAMES_A_MARK === 0) this.#marks.push(this.bytes)
    this.#bitrate ??= header.bitrate
    if (header.bitrate !== this.#bitrate) this.isConstantBitrate = false
    this.frames++
    this.bytes += header.size
  }

  get durationSeconds(): number {
    return this.secondsOf(this.frames)
  }

  secondsOf(frames: number): number {
    return (frames * this.#samplesAFrame) / this.format.sampleRate
  }

  /** Average, in kilobits a second. */
  get bitrate(): number {
    return (this.bytes * 8) / this.durationSeconds / 1000
  }

  /** Groups consecutive frames into segments of about the given duration. */
  segments(seconds: number): { samples: number; bytes: number }[] {
    const marksASegment = Math.max(1, Math.round(seconds / this.secondsOf(FRAMES_A_MARK)))
    const segments = []
    for (let mark = 0; mark < this.#marks.length; mark += marksASegment) {
      const frames = Math.min(marksASegment * FRAMES_A_MARK, this.frames - mark * FRAMES_A_MARK)
      const end = this.#marks[mark + marksASegment] ?? this.bytes
      segments.push({ samples: frames * this.#samplesAFrame, bytes: end - this.#marks[mark]! })
    }
    return segments
  }

  /** Bytes before a frame, interpolated linearly between two marks. */
  bytesBefore(frame: number): number {
    const mark = Math.floor(frame / FRAMES_A_MARK)
    const start = this.#marks[mark] ?? this.bytes
    const end = this.#marks[mark + 1] ?? this.bytes
    const framesBetween = Math.min(FRAMES_A_MARK, this.frames - mark * FRAMES_A_MARK)
    return start + (end - start) * ((frame - mark * FRAMES_A_MARK) / framesBetween)
  }
}
