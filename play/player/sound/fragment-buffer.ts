import type { Fragment } from './sound-index.ts'

/** Buffered behind and ahead of the time of playback. An engine that evicts from a full buffer blocks a slow phone. */
const AROUND_SECONDS = 180
/** Buffered behind when the engine has no room for more. */
const BEHIND_SECONDS = 30
/** Appended in chunks of this size: the frames of 40 kB block a slow phone for a tenth of a second. */
const CHUNK_BYTES = 8192

interface FragmentBufferHost {
  /** The time of playback. */
  position(): number
  /** Waits until a full buffer may have room. */
  waitForRoom(): Promise<void>
}

/** Appends fragments of a recording to a media source, whose engine parses and buffers them. */
export function createFragmentBuffer(media: MediaSource, type: string, host: FragmentBufferHost) {
  const buffer = media.addSourceBuffer(type)
  let initialization = new Uint8Array()
  /** The offset of the byte to append next: -1 within a fragment, undefined before the first. */
  let goesOnAt: number | undefined
  let isBroken = false
  buffer.addEventListener('error', () => {
    isBroken = true
  })

  /**
   * Resets the parser before a discontinuity. WebKitGTK drops everything before the first appended fragment unless it
   * is reset, after which it needs the initialization segment again.
   */
  async function beginStretch() {
    // Reopens an ended source: only an open one can be reset.
    if (media.readyState === 'ended') buffer.timestampOffset = 0
    buffer.abort()
    if (initialization.length > 0) await append(initialization)
  }

  async function append(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    for (let from = 0; from < bytes.length; from += CHUNK_BYTES)
      await appendChunk(bytes.subarray(from, from + CHUNK_BYTES))
  }

  async function appendChunk(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    try {
      buffer.appendBuffer(bytes)
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') throw error
      if (!(await remove(0, host.position() - BEHIND_SECONDS))) await host.waitForRoom()
      return appendChunk(bytes)
    }
    await updated()
  }

  /** Removes the sound between two times. Returns whether there was any. */
  async function remove(from: number, to: number): Promise<boolean> {
    const { buffered } = buffer
    if (buffered.length === 0 || to <= buffered.start(0)) return false
    if (from >= Math.min(buffered.end(buffered.length - 1), media.duration)) return false
    buffer.remove(from, to)
    await updated()
    return true
  }

  function updated(): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = () => (isBroken ? reject(new Error('The sound cannot be decoded')) : resolve())
      buffer.addEventListener('updateend', done, { once: true })
    })
  }

  return {
    /** Appends the initialization segment, if the recording has one. */
    async initialize(segment: Uint8Array<ArrayBuffer>) {
      initialization = segment
      if (segment.length > 0) await append(segment)
    },
    async beginFragment({ start, firstByte }: Fragment) {
      const position = host.position()
      await remove(0, position - AROUND_SECONDS)
      await remove(position + AROUND_SECONDS, Number.POSITIVE_INFINITY)
      if (goesOnAt !== undefined && goesOnAt !== firstByte) await beginStretch()
      // Sound without timestamps is placed by the offset.
      if (buffer.mode === 'sequence') buffer.timestampOffset = start
    },
    append,
    endFragment({ lastByte }: Fragment, isWhole: boolean) {
      goesOnAt = isWhole ? lastByte + 1 : -1
    },
  }
}

export type FragmentBuffer = ReturnType<typeof createFragmentBuffer>
