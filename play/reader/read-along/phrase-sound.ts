import { effect, type ReadonlySignal } from '@preact/signals'
import { joinExclusivePlayback } from '../../activity/exclusive-playback.ts'
import { canSetVolume } from '../../activity/levelling.ts'
import { createSoundRecovery } from '../../activity/sound-recovery.ts'
import { createTransport } from '../../activity/transport.ts'
import type { Phrase } from './guided.ts'

/** The next phrase is reached without a seek when the gap between the two is at most this. */
const GAP_SECONDS = 0.35
const WATCH_MS = 1000

interface PhraseSoundHost {
  speed: ReadonlySignal<number>
  /** The volume that levels the narration: 0 to 1. */
  level: ReadonlySignal<number>
  /** The current address of a recording: addresses are renewed. */
  address(href: string): string
  renew(): Promise<void>
  /** The sound advanced. Called before each animation frame, and while the page is hidden too. */
  onAdvanced(elapsedSeconds: number): void
  /** The recording has ended. */
  onEnded(): void
  /** The address was refused or stalled, and there is a fresh one. */
  onRenewed(): void
  onFailed(): void
}

export function createPhraseSound(host: PhraseSoundHost) {
  const { speed, level } = host
  const sound = new Audio()
  const exclusive = joinExclusivePlayback(pause)
  const { isPlaying, isWaiting, request, rest, wait, ...transport } = createTransport(sound)
  const recovery = createSoundRecovery({
    now: () => performance.now(),
    timers: globalThis,
    reopen: () => void renew(),
    giveUpMethod: () => false,
  })
  let phrase: Phrase | undefined
  /** The recording of the element, and whether the element has been moved to its first phrase. */
  let loaded: string | undefined
  let isPlaced = false
  let isRenewing = false
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
  sound.addEventListener('progress', recovery.progressed)
  sound.addEventListener('waiting', wait)
  sound.addEventListener('ended', () => {
    // The next phrases may have to be loaded.
    wait()
    host.onEnded()
  })
  sound.addEventListener('error', recover)
  sound.addEventListener('pause', () => {
    // The system paused the sound: for a call, or when headphones were unplugged.
    if (isPlaced && !sound.ended && sound.error === null) rest()
  })
  const watching = setInterval(() => {
    if (isWaiting.value && !sound.ended && recovery.isStalled()) recover()
  }, WATCH_MS)

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
    if (loaded !== next.audio) {
      loaded = next.audio
      isPlaced = false
      sound.src = host.address(next.audio)
    } else if (!goesOn) {
      sound.currentTime = reached = next.start
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
    reached = phrase.start
    if (phrase.start > 0) sound.currentTime = phrase.start
    sound.playbackRate = speed.value
  }

  function start() {
    exclusive.begins()
    if (sound.paused) request()
    recovery.progressed()
    tickedAt = performance.now()
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
      recovery.reset()
      recovery.progressed()
    }
    reached = sound.currentTime
    const elapsedMs = performance.now() - tickedAt
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

  /** Gets a fresh address for a refused or stalled one. */
  function recover() {
    // `close` removed the source.
    if (loaded === undefined || isRenewing) return
    wait()
    recovery.progressed()
    if (!recovery.tryAgain()) fail()
  }

  async function renew() {
    isRenewing = true
    const isRenewed = await host.renew().then(
      () => true,
      () => false,
    )
    isRenewing = false
    if (!isRenewed) return recover()
    loaded = undefined
    if (isPlaying.value) host.onRenewed()
  }

  function fail() {
    loaded = undefined
    recovery.reset()
    pause()
    host.onFailed()
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
    fail,
    setSpeed,
    isPaused: () => sound.paused,
    hasEnded: () => sound.ended,
    /** Whether the recording of the phrase is loaded, or being loaded. */
    isLoaded: () => loaded !== undefined,
    time: () => sound.currentTime,
    /** Seconds of the phrase played so far. */
    heard: () =>
      phrase && isPlaced ? Math.min(phrase.end, Math.max(phrase.start, sound.currentTime)) - phrase.start : 0,
    close() {
      loaded = undefined
      pause()
      cancelAnimationFrame(frame)
      clearInterval(watching)
      stopLevelling()
      recovery.cancelRetry()
      exclusive.leave()
      sound.removeAttribute('src')
      sound.load()
    },
  }
}
