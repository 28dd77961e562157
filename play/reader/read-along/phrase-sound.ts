import { type ReadonlySignal, signal } from '@preact/signals'
import { joinVoices } from '../../activity/one-voice.ts'
import type { Phrase } from './guided.ts'

/** The next phrase is reached without a seek when the gap is at most this. */
const GAP_SECONDS = 0.35

interface PhraseSoundHost {
  speed: ReadonlySignal<number>
  /** The current address of a recording: addresses are renewed. */
  address(href: string): string
  renew(): Promise<void>
  /** The sound advanced. Called before each animation frame, and while the page is hidden too. */
  onAdvanced(elapsedSeconds: number): void
  /** The recording has ended. */
  onEnded(): void
  /** The address was refused, and there is a fresh one. */
  onRenewed(): void
  onFailed(): void
}

/** Plays phrases of recordings. */
export function createPhraseSound(host: PhraseSoundHost) {
  const { speed } = host
  const sound = new Audio()
  const voice = joinVoices(pause)
  const isPlaying = signal(false)
  let phrase: Phrase | undefined
  /** The recording of the element, and whether the element has been moved to its first phrase. */
  let loaded: string | undefined
  let isPlaced = false
  let hasRenewed = false
  let tickedAt = 0
  let frame = 0

  sound.preload = 'auto'
  // Below the baseline: iOS before 17.2 preserves the pitch by itself.
  sound.preservesPitch = true
  sound.addEventListener('loadedmetadata', putInPlace)
  sound.addEventListener('timeupdate', tick)
  sound.addEventListener('ended', host.onEnded)
  sound.addEventListener('error', () => void onError())
  sound.addEventListener('pause', () => {
    // The system paused the sound: for a call, or when headphones were unplugged.
    if (isPlaced && !sound.ended && sound.error === null) isPlaying.value = false
  })

  /** Loads the recording of a phrase, or seeks to it. `isNext`: it follows the current phrase. */
  function put(next: Phrase, isNext: boolean) {
    phrase = next
    const goesOn = isNext && Math.abs(sound.currentTime - next.start) <= GAP_SECONDS
    if (loaded !== next.audio) {
      loaded = next.audio
      isPlaced = false
      sound.src = host.address(next.audio)
    } else if (!goesOn) {
      sound.currentTime = next.start
    }
    setSpeed()
  }

  function setSpeed() {
    sound.defaultPlaybackRate = sound.playbackRate = speed.value
  }

  /** Seeks to the phrase, once the recording's metadata is loaded. */
  function putInPlace() {
    if (!phrase || isPlaced) return
    isPlaced = true
    if (phrase.start > 0) sound.currentTime = phrase.start
    sound.playbackRate = speed.value
  }

  function start() {
    voice.begins()
    isPlaying.value = true
    tickedAt = performance.now()
    sound.play().catch((refusal: DOMException) => {
      if (refusal.name === 'NotAllowedError') isPlaying.value = false
    })
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(onFrame)
  }

  function onFrame() {
    if (!isPlaying.value) return
    tick()
    frame = requestAnimationFrame(onFrame)
  }

  function tick() {
    if (!phrase || !isPlaced || !isPlaying.value || sound.seeking) return
    const elapsedMs = performance.now() - tickedAt
    tickedAt += elapsedMs
    hasRenewed = false
    host.onAdvanced(elapsedMs / 1000)
  }

  async function onError() {
    // `close` removed the source.
    if (loaded === undefined) return
    if (hasRenewed || !phrase) return fail()
    hasRenewed = true
    try {
      await host.renew()
      loaded = undefined
      if (isPlaying.value) host.onRenewed()
    } catch {
      fail()
    }
  }

  function fail() {
    loaded = undefined
    pause()
    host.onFailed()
  }

  function pause() {
    isPlaying.value = false
    sound.pause()
  }

  return {
    isPlaying: isPlaying as ReadonlySignal<boolean>,
    put,
    start,
    pause,
    fail,
    setSpeed,
    isPaused: () => sound.paused,
    hasEnded: () => sound.ended,
    /** Whether the recording of the phrase is loaded, or being loaded. */
    isLoaded: () => loaded !== undefined,
    /** The current second of the recording. */
    time: () => sound.currentTime,
    /** Seconds of the phrase played so far. */
    heard: () =>
      phrase && isPlaced ? Math.min(phrase.end, Math.max(phrase.start, sound.currentTime)) - phrase.start : 0,
    close() {
      loaded = undefined
      pause()
      cancelAnimationFrame(frame)
      voice.leave()
      sound.removeAttribute('src')
      sound.load()
    },
  }
}
