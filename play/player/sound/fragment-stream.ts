import type { Link } from '@estante/contract/manifest.ts'
import { createFragmentBuffer, type FragmentBuffer } from './fragment-buffer.ts'
import { sourceType } from './playback-methods.ts'
import { fetchRange } from './range-request.ts'
import { type Fragment, fragmentAt, readSoundIndex, type SoundIndex } from './sound-index.ts'
import { createStreamAttempts, MAX_RETRY_MS } from './stream-attempts.ts'

/** Enough for a tunnel, without loading the whole book for a member who stops. */
const AHEAD_SECONDS = 120
/** Loaded before playback is requested: enough for an instant start. */
const AHEAD_IN_SILENCE_SECONDS = 1
/** The ends of frames and fragments are equal except for rounding. */
const ROUNDING_SECONDS = 0.05

export type FragmentStream = ReturnType<typeof streamFragments>

interface FragmentStreamHost {
  sound: HTMLMediaElement
  /** The time of playback. */
  position(): number
  isWanted(): boolean
  /** Bytes arrived. */
  onBytes(): void
  /** The address is no longer valid: `renew` is expected. */
  onRefused(): void
  /** This playback method is impossible here. */
  onUnusable(): void
}

/**
 * Appends a recording to the media element fragment by fragment: around the time of playback, and some way ahead. A
 * failed request is retried while the buffer plays; a new address needs no second index.
 */
export function streamFragments(link: Link, firstAddress: string, host: FragmentStreamHost) {
  const { sound } = host
  const media = new MediaSource()
  const objectUrl = URL.createObjectURL(media)
  const closing = new AbortController()
  let address = firstAddress
  /** The request under way: of a fragment, or of the index. */
  let requesting: { fragment: Fragment | undefined; abort: AbortController } | undefined
  /** Appended since the last jump, and incomplete: the engine does not accept it. */
  const unwanted = new Set<Fragment>()
  const { attempt, waitForChange, goOn, played, arrived } = createStreamAttempts(host)

  const on = (target: EventTarget, type: string, listener: () => void) =>
    target.addEventListener(type, listener, { signal: closing.signal })
  on(media, 'sourceopen', () => void run())
  on(sound, 'seeking', () => {
    const { fragment } = requesting ?? {}
    if (fragment && !isIn(fragment, host.position()) && endOfBuffered(sound, host.position()) <= host.position())
      requesting?.abort.abort()
    unwanted.clear()
    goOn()
  })
  for (const type of ['play', 'timeupdate']) on(sound, type, played)
  sound.src = objectUrl

  async function run() {
    // Appending reopens a media source that had ended.
    if (media.sourceBuffers.length > 0) return
    try {
      const buffer = createFragmentBuffer(media, sourceType(link), {
        position: host.position,
        waitForRoom: () => waitForChange(MAX_RETRY_MS),
      })
      const index = await fetchIndex()
      if (!index) return
      media.duration = index.fragments.at(-1)!.end
      await buffer.initialize(index.initialization)
      while (!closing.signal.aborted) await addNext(buffer, index)
    } catch {
      if (!closing.signal.aborted) host.onUnusable()
    }
  }

  /** Appends the first missing fragment, or waits until one is missing. */
  async function addNext(buffer: FragmentBuffer, { fragments }: SoundIndex) {
    const position = host.position()
    const bufferedEnd = endOfBuffered(sound, position)
    const ahead = host.isWanted() ? AHEAD_SECONDS : AHEAD_IN_SILENCE_SECONDS
    const duration = fragments.at(-1)!.end
    if (bufferedEnd >= duration - ROUNDING_SECONDS) {
      if (media.readyState === 'open') media.endOfStream()
      return waitForChange()
    }
    if (bufferedEnd - position >= ahead) return waitForChange()
    const following = fragments.slice(fragmentAt(fragments, bufferedEnd + ROUNDING_SECONDS))
    const fragment = following.find((one) => !unwanted.has(one) && !isThere(sound, one))
    if (!fragment || fragment.start - position >= ahead) return waitForChange()
    const isWhole = await request((signal) => addFragment(buffer, fragment, signal), fragment)
    if (isWhole && !isThere(sound, fragment)) unwanted.add(fragment)
  }

  /** Undefined when it was aborted: its bytes are of no more use, or are requested again. */
  async function request<T>(act: (signal: AbortSignal) => Promise<T>, fragment?: Fragment): Promise<T | undefined> {
    const abort = new AbortController()
    requesting = { fragment, abort }
    const answer = await attempt(() => act(abort.signal), abort.signal)
    requesting = undefined
    return answer
  }

  /** Returns whether the whole fragment was appended. */
  async function addFragment(buffer: FragmentBuffer, fragment: Fragment, signal: AbortSignal): Promise<boolean> {
    const response = await fetchRange(address, fragment.firstByte, fragment.lastByte, signal)
    await buffer.beginFragment(fragment)
    let isWhole = false
    try {
      for await (const bytes of bytesOf(response)) {
        if (signal.aborted) return false
        await buffer.append(bytes)
      }
      isWhole = true
      return true
    } finally {
      buffer.endFragment(fragment, isWhole)
    }
  }

  /** Undefined once the stream is closed. */
  async function fetchIndex(): Promise<SoundIndex | undefined> {
    let index: ArrayBuffer | undefined
    while (!index && !closing.signal.aborted) {
      index = await request(async (signal) => {
        const response = await fetchRange(address, 0, link.properties!.indexBytes! - 1, signal)
        const parts: Uint8Array<ArrayBuffer>[] = []
        for await (const bytes of bytesOf(response)) parts.push(bytes)
        return new Blob(parts).arrayBuffer()
      })
    }
    return index && readSoundIndex(new Uint8Array(index))
  }

  /** Yields the bytes of an answer as they arrive. */
  async function* bytesOf({ body }: Response) {
    const reader = body!.getReader()
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        arrived()
        yield value
      }
    } finally {
      void reader.cancel().catch(() => {})
    }
  }

  return {
    /** Continues from another address of the same file. A request under way is made again: it may have stalled. */
    renew(next: string) {
      address = next
      unwanted.clear()
      if (!goOn()) requesting?.abort.abort()
    },
    close() {
      closing.abort()
      requesting?.abort.abort()
      goOn()
      URL.revokeObjectURL(objectUrl)
    },
  }
}

function isIn({ start, end }: Fragment, seconds: number): boolean {
  return start <= seconds && seconds < end
}

function isThere(sound: HTMLMediaElement, { start, end }: Fragment): boolean {
  return endOfBuffered(sound, start) + ROUNDING_SECONDS >= end
}

/** Returns the end of the buffered range that contains a second; that second outside any. */
function endOfBuffered({ buffered }: HTMLMediaElement, seconds: number): number {
  for (let index = 0; index < buffered.length; index++) {
    if (buffered.start(index) - ROUNDING_SECONDS <= seconds && seconds < buffered.end(index)) return buffered.end(index)
  }
  return seconds
}
