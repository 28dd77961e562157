import { effect, type ReadonlySignal } from '@preact/signals'
import { joinExclusivePlayback } from '../../playback/exclusive-playback.ts'
import { canSetVolume } from '../../playback/levelling.ts'
import { createTransport } from '../../playback/transport.ts'
import type { Phrase } from './guided.ts'
import { createPhraseLoading, type PhraseLoadingHost } from './phrase-loading.ts'

/** The next phrase is reached without a seek when the gap between the two is at most this. */
const GAP_SECONDS = 0.35

interface PhraseSoundHost extends PhraseLoadingHost {
  speed: ReadonlySignal<number>
  /** The volume that levels the narration: 0 to 1. */
  level: ReadonlySignal<number>
  /** The sound advanced. Called before each animation frame, and while the page is hidden too. */
  onAdvanced(elapsedSeconds: number): void
  onEnded(): void
}

/** Plays the phrases of a narration. `phrase-loading.ts` loads their recordings. */
export function createPhraseSound(host: PhraseSoundHost) {
  const { speed, level, now } = host
  const sound = new Audio()
  const exclusive = joinExclusivePlayback(pause)
  const transport = createTransport(sound)
  const { isPlaying, isWaiting, rest, wait } = transport
  const loading = createPhraseLoading(sound, transport, {
    ...host,
    onFailed() {
      pause()
      host.onFailed()
    },
  })
  let phrase: Phrase | undefined
  /** Whether the element has been moved to the first phrase of its recording. */
  let isPlaced = false
  /** The second that was played last, or that was sought. */
  let reached = 0
  let tickedAt = 0
  let frame = 0

  sound.preload = 'auto'
  // Below the baseline: iOS before 17.2 preserves the pitch by itself.
  sound.preservesPitch = true
  const canLevel = canSetVolume(sound)
  const stopLevelling = effect(() => {
    sound.volume = level.value
  })
  sound.addEventListener('loadedmetadata', putInPlace)
  sound.addEventListener('timeupdate', tick)
  sound.addEventListener('waiting', wait)
  sound.addEventListener('ended', () => {
    // The next phrases may have to be loaded.
    wait()
    host.onEnded()
  })
  sound.addEventListener('pause', () => {
    // The system paused the sound: for a call, or when headphones were unplugged.
    if (isPlaced && !sound.ended && sound.error === null) rest()
  })
  sound.addEventListener('playing', () => {
    // The system resumed it. The event may also arrive after a pause that followed it.
    if (!isPlaying.value && !sound.paused) start()
  })

  /**
   * Loads the recording of a phrase, or seeks to it. `isNext`: it follows the current phrase, and is not sought when the
   * sound has run into it.
   */
  function put(next: Phrase, isNext: boolean) {
    const goesOn =
      isNext &&
      phrase &&
      !sound.ended &&
      sound.currentTime >= phrase.end &&
      Math.abs(next.start - phrase.end) <= GAP_SECONDS
    phrase = next
    if (loading.load(next.audio)) isPlaced = false
    else if (!goesOn) sound.currentTime = reached = next.start
    setSpeed()
  }

  function setSpeed() {
    sound.defaultPlaybackRate = sound.playbackRate = speed.value
  }

  /** Seeks to the phrase, once the recording's metadata is loaded. */
  function putInPlace() {
    if (!phrase || isPlaced) return
    isPlaced = true
    reached = phrase.start
    if (phrase.start > 0) sound.currentTime = phrase.start
    sound.playbackRate = speed.value
  }

  function start() {
    exclusive.begins()
    if (sound.paused || !isPlaying.value) transport.request()
    loading.requested()
    tickedAt = now()
    transport.start()
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
    if (sound.currentTime > reached) {
      transport.arrived()
      loading.advanced()
    }
    reached = sound.currentTime
    const elapsedMs = now() - tickedAt
    tickedAt += elapsedMs
    let spoken: Phrase
    let seconds = elapsedMs / 1000
    // A page in the background hears late of the end of a phrase, and of several short ones at once.
    do {
      spoken = phrase
      host.onAdvanced(seconds)
      seconds = 0
    } while (phrase !== spoken && isPlaced && sound.currentTime >= phrase.end)
  }

  function pause() {
    rest()
    sound.pause()
  }

  return {
    isPlaying,
    isWaiting,
    canLevel,
    put,
    start,
    pause,
    fail: loading.fail,
    startOver: loading.startOver,
    setSpeed,
    isPaused: () => sound.paused,
    hasEnded: () => sound.ended,
    isLoaded: loading.isLoaded,
    time: () => sound.currentTime,
    /** Seconds of the phrase played so far. */
    heard: () =>
      phrase && isPlaced ? Math.min(phrase.end, Math.max(phrase.start, sound.currentTime)) - phrase.start : 0,
    close() {
      loading.close()
      pause()
      cancelAnimationFrame(frame)
      stopLevelling()
      exclusive.leave()
      sound.removeAttribute('src')
      sound.load()
    },
  }
}
