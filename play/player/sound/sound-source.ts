import type { Link } from '@estante/contract/manifest.ts'
import type { LoadedPublication } from '../../open-publication.ts'
import { routeOf } from './audio-graph.ts'
import { type FragmentStream, streamFragments } from './fragment-stream.ts'
import { type MediaEngine, type PlaybackMethod, playbackMethods, playlistOf } from './playback-methods.ts'

/** Fractions of an address's lifetime after which it is renewed, and counts as expired. */
const RENEWED_AFTER = 0.8
const EXPIRED_AFTER = 0.95
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1

interface SoundSourceHost {
  sound: HTMLMediaElement
  engine: MediaEngine
  /** A monotonic clock in milliseconds. */
  now(): number
  timers: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'>
  /** The time of playback. */
  position(): number
  isWanted(): boolean
  onBytes(): void
  /** The present method is impossible here. */
  onUnusable(): void
  /** Requests a fresh address: the host calls `load`. `inSilence`: the buffer plays on, so a failure is not shown. */
  renew(options: { inSilence: boolean }): void
}

/**
 * Gives the media element the recording, by the best method that its engine supports, and renews the address before it
 * expires.
 */
export function createSoundSource(host: SoundSourceHost) {
  const { sound } = host
  const { setTimeout, clearTimeout } = host.timers
  /** The methods that have not failed, the present one first. */
  let methods: PlaybackMethod[] = []
  let stream: { fragments: FragmentStream; recording: string } | undefined
  let recording: { link: Link; address: string } | undefined
  let loadedAt = 0
  let lifetimeMs = 0
  let renewal: ReturnType<typeof setTimeout> | undefined

  /** Loads a title's sound. Returns whether the element restarts; otherwise it continues from the new address. */
  function load({ publication: { media }, manifest: { readingOrder }, base }: LoadedPublication): boolean {
    const link = readingOrder[0]!
    const address = new URL(link.href, base).href
    recording = { link, address }
    loadedAt = host.now()
    lifetimeMs = media.expiresInSeconds * 1000
    clearTimeout(renewal)
    // Renewed before it expires, so that a tap on play finds a valid address within the gesture.
    renewal = setTimeout(renewEarly, Math.min(lifetimeMs * RENEWED_AFTER, LONGEST_TIMEOUT_MS))
    if (stream && stream.recording === JSON.stringify(link) && sound.error === null) {
      stream.fragments.renew(address)
      return false
    }
    attach(link, address, base)
    return true
  }

  function attach(link: Link, address: string, base: string) {
    closeStream()
    if (methods.length === 0) methods = playbackMethods(link, host.engine)
    if (methods[0] === 'fragments') {
      const fragments = streamFragments(link, address, {
        ...host,
        onRefused: () => host.renew({ inSilence: true }),
      })
      stream = { fragments, recording: JSON.stringify(link) }
    } else {
      // Without the store's permission to read it, routed sound would be silent: better it fails.
      if (routeOf(sound)) sound.crossOrigin = 'anonymous'
      sound.src = methods[0] === 'playlist' ? new URL(playlistOf(link)!, base).href : address
    }
    sound.load()
  }

  function renewEarly() {
    if (stream) host.renew({ inSilence: true })
    // Without a stream, a new address interrupts nothing only during a pause.
    else if (!host.isWanted()) host.renew({ inSilence: false })
  }

  function closeStream() {
    stream?.fragments.close()
    stream = undefined
  }

  return {
    load,
    /** The recording loaded last, and its address. */
    recording: () => recording,
    /**
     * Whether the page fetches the sound itself. Engines may hide the samples of sound that they fetched for the
     * element.
     */
    isReadByPage: () => stream !== undefined,
    hasExpired: () => host.now() - loadedAt > lifetimeMs * EXPIRED_AFTER,
    /** Switches to the next best method at the next `load`. Returns false when there is none. */
    giveUpMethod(): boolean {
      if (methods.length < 2) return false
      methods = methods.slice(1)
      closeStream()
      return true
    },
    /** Attaches the sound anew at the next `load`. */
    forget: closeStream,
    /** Allows every method again, unless fragments are in use. */
    resetMethods() {
      if (!stream) methods = []
    },
    close() {
      clearTimeout(renewal)
      closeStream()
      sound.pause()
      sound.removeAttribute('src')
      sound.load()
    },
  }
}
