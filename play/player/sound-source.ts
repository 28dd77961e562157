import type { Link } from '@estante/contract/manifest.ts'
import type { OpenedPublication } from '../open-publication.ts'
import { type FragmentStream, streamFragments } from './fragment-stream.ts'
import { type Engine, playlistOf, type SoundWay, soundWays } from './sound-ways.ts'

/** Parts of an address's lifetime: after the first it is renewed, after the second it is taken for expired. */
const RENEWED_AFTER = 0.8
const EXPIRED_AFTER = 0.95
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1

interface SoundSourceHost {
  sound: HTMLMediaElement
  engine: Engine
  /** Monotonic milliseconds. */
  now(): number
  timers: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'>
  /** The second to be heard next. */
  position(): number
  isWanted(): boolean
  onBytes(): void
  /** The sound cannot come in the present way here. */
  onUnusable(): void
  /** A fresh address is needed: `load` is expected. `inSilence`: what is buffered plays on, and a failure is not shown. */
  renew(options: { inSilence: boolean }): void
}

/** Gives the media element the recording, in the best way that its engine takes, and renews the address before it expires. */
export function createSoundSource(host: SoundSourceHost) {
  const { sound } = host
  const { setTimeout, clearTimeout } = host.timers
  /** Ways not found wanting, the present one first. */
  let ways: SoundWay[] = []
  let stream: { fragments: FragmentStream; recording: string } | undefined
  let recording: { link: Link; address: string } | undefined
  let loadedAt = 0
  let lifetimeMs = 0
  let renewal: ReturnType<typeof setTimeout> | undefined

  /** Loads a title's sound. Returns whether the element begins again; otherwise it plays on from the new address. */
  function load({ publication: { media }, manifest: { readingOrder }, base }: OpenedPublication): boolean {
    const link = readingOrder[0]!
    const address = new URL(link.href, base).href
    recording = { link, address }
    loadedAt = host.now()
    lifetimeMs = media.expiresInSeconds * 1000
    clearTimeout(renewal)
    // Renewed in silence before it expires, so that a tap on play finds a good address and still counts as a gesture.
    renewal = setTimeout(renewUnasked, Math.min(lifetimeMs * RENEWED_AFTER, LONGEST_TIMEOUT_MS))
    if (stream && stream.recording === JSON.stringify(link) && sound.error === null) {
      stream.fragments.renew(address)
      return false
    }
    attach(link, address, base)
    return true
  }

  function attach(link: Link, address: string, base: string) {
    closeStream()
    if (ways.length === 0) ways = soundWays(link, host.engine)
    if (ways[0] === 'fragments') {
      const fragments = streamFragments(link, address, {
        ...host,
        onRefused: () => host.renew({ inSilence: true }),
      })
      stream = { fragments, recording: JSON.stringify(link) }
    } else {
      sound.src = ways[0] === 'playlist' ? new URL(playlistOf(link)!, base).href : address
    }
    sound.load()
  }

  function renewUnasked() {
    if (stream) host.renew({ inSilence: true })
    // Without a stream a new address interrupts nothing only while nobody listens.
    else if (!host.isWanted()) host.renew({ inSilence: false })
  }

  function closeStream() {
    stream?.fragments.close()
    stream = undefined
  }

  return {
    load,
    /** The recording that was loaded last, and its address. */
    recording: () => recording,
    hasExpired: () => host.now() - loadedAt > lifetimeMs * EXPIRED_AFTER,
    /** Goes over to the next best way with the next `load`. Returns false when there is no other. */
    giveUpWay(): boolean {
      if (ways.length < 2) return false
      ways = ways.slice(1)
      closeStream()
      return true
    },
    /** Makes every way count again, unless sound comes in fragments now. */
    resetWays() {
      if (!stream) ways = []
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
