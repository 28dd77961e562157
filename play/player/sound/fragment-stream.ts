import type { Link } from '@estante/contract/manifest.ts'
import { createFragmentBuffer, type FragmentBuffer } from './fragment-buffer.ts'
import { sourceType } from './playback-methods.ts'
import { fetchRange, RangeRefusal } from './range-request.ts'
import { type Fragment, fragmentAt, readSoundIndex, type SoundIndex } from './sound-index.ts'

/** Enough for a tunnel, without loading the whole book for a member who stops. */
const AHEAD_SECONDS = 120
/** Loaded before playback is requested: enough for an instant start. */
const AHEAD_IN_SILENCE_SECONDS = 1
const RETRY_MS = 1000
const RETRY_AT_MOST_MS = 8000
/** The ends of frames and fragments are equal except for rounding. */
const ROUNDING_SECONDS = 0.05
/** A policy or a store may let the media element read its files, but not the page. */
const TRIES_WITHOUT_BYTES = 2
/** Consecutive fresh addresses that are refused. */
const REFUSALS = 3

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
 * Appends a recording to the media element fragment by fragment: those around the time of playback, and some ahead. A
 * failed request is retried while the buffer plays; a new address needs no second index.
 */
export function streamFragments(link: Link, firstAddress: string, host: FragmentStreamHost) {
  const { sound } = host
  const media = new MediaSource()
  const objectUrl = URL.createObjectURL(media)
  const closing = new AbortController()
  let address = firstAddress
  let requesting: { fragment: Fragment; abort: AbortController } | undefined
  let waiter: { isRetry: boolean; goOn(): void } | undefined
  /** Appended since the last jump, and incomplete: the engine does not accept it. */
  const unwanted = new Set<Fragment>()
  let hasBytes = false

  const on = (target: EventTarget, type: string, listener: () => void) =>
    target.addEventListener(type, listener, { signal: closing.signal })
  on(media, 'sourceopen', () => void run())
  on(sound, 'seeking', () => {
    const { fragment } = requesting ?? {}
    if (fragment && !isIn(fragment, host.position()) && endOfBuffered(sound, host.position()) <= host.position())
      requesting?.abort.abort()
    unwanted.clear()
    waiter?.goOn()
  })
  for (const type of ['play', 'timeupdate']) {
    // Playback alone does not shorten the wait after a failure.
    on(sound, type, () => !waiter?.isRetry && waiter?.goOn())
  }
  sound.src = objectUrl

  async function run() {
    // Appending reopens a media source that had ended.
    if (media.sourceBuffers.length > 0) return
    try {
      const buffer = createFragmentBuffer(media, sourceType(link), {
        position: host.position,
        waitForRoom: () => changed(RETRY_AT_MOST_MS),
      })
      const index = await attempt(fetchIndex, closing.signal)
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
      return changed()
    }
    if (bufferedEnd - position >= ahead) return changed()
    const following = fragments.slice(fragmentAt(fragments, bufferedEnd + ROUNDING_SECONDS))
    const fragment = following.find((one) => !unwanted.has(one) && !isThere(sound, one))
    if (!fragment || fragment.start - position >= ahead) return changed()
    const abort = new AbortController()
    requesting = { fragment, abort }
    await attempt(() => addFragment(buffer, fragment, abort.signal), abort.signal)
    requesting = undefined
    if (!abort.signal.aborted && !isThere(sound, fragment)) unwanted.add(fragment)
  }

  async function addFragment(buffer: FragmentBuffer, fragment: Fragment, signal: AbortSignal) {
    const response = await fetchRange(address, fragment.firstByte, fragment.lastByte, signal)
    await buffer.beginFragment(fragment)
    const reader = response.body!.getReader()
    let isWhole = false
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) break
        arrived()
        if (signal.aborted) return
        await buffer.append(value)
      }
      isWhole = true
    } finally {
      buffer.endFragment(fragment, isWhole)
      void reader.cancel().catch(() => {})
    }
  }

  async function fetchIndex(): Promise<SoundIndex> {
    const response = await fetchRange(address, 0, link.properties!.indexBytes! - 1, closing.signal)
    const bytes = new Uint8Array(await response.arrayBuffer())
    arrived()
    return readSoundIndex(bytes)
  }

  /** Retries until it succeeds, or is no longer needed. */
  async function attempt<T>(act: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> {
    let refusals = 0
    for (let tries = 1; ; tries++) {
      try {
        return await act()
      } catch (error) {
        if (signal.aborted) return undefined
        if (error instanceof RangeRefusal) {
          if (++refusals > REFUSALS) throw error
          host.onRefused()
        } else if (!isNetworkFailure(error) || (!hasBytes && tries >= TRIES_WITHOUT_BYTES && navigator.onLine)) {
          throw error
        }
      }
      await changed(Math.min(RETRY_AT_MOST_MS, RETRY_MS * 2 ** (tries - 1)))
      if (signal.aborted) return undefined
    }
  }

  /** Waits for a change or, to retry, for a time. */
  function changed(retryMs?: number): Promise<void> {
    return new Promise((resolve) => {
      const goOn = () => {
        clearTimeout(timer)
        waiter = undefined
        resolve()
      }
      const timer = retryMs === undefined ? undefined : setTimeout(goOn, retryMs)
      waiter = { isRetry: retryMs !== undefined, goOn }
    })
  }

  function arrived() {
    hasBytes = true
    host.onBytes()
  }

  return {
    /** Continues from another address of the same file. */
    renew(next: string) {
      address = next
      unwanted.clear()
      waiter?.goOn()
    },
    close() {
      closing.abort()
      requesting?.abort.abort()
      waiter?.goOn()
      URL.revokeObjectURL(objectUrl)
    },
  }
}

function isNetworkFailure(error: unknown): boolean {
  return error instanceof TypeError
}

function isIn({ start, end }: Fragment, seconds: number): boolean {
  return start <= seconds && seconds < end
}

function isThere(sound: HTMLMediaElement, { start, end }: Fragment): boolean {
  return endOfBuffered(sound, start) + ROUNDING_SECONDS >= end
}

/** The end of the buffered range that contains a second; that second outside any. */
function endOfBuffered({ buffered }: HTMLMediaElement, seconds: number): number {
  for (let index = 0; index < buffered.length; index++) {
    if (buffered.start(index) - ROUNDING_SECONDS <= seconds && seconds < buffered.end(index)) return buffered.end(index)
  }
  return seconds
}
