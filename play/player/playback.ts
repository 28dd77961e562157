import type { Locator } from '@estante/contract/locator.ts'
import type { Link } from '@estante/contract/manifest.ts'
import type { PublicationDetail } from '@estante/contract/play/publications.ts'
import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import { createListening } from '../activity/listening.ts'
import type { Outbox } from '../activity/outbox.ts'
import type { LoadedPublication, OpeningProblem } from '../open-publication.ts'
import type { PlaceKeeper } from '../places/place-keeper.ts'
import { clockTime } from '../places/times.ts'
import { chapterIndexAt } from './chapters.ts'
import { createPlaybackSleep } from './playback-sleep.ts'
import { createPlayhead } from './playhead.ts'
import { createRemoteSound } from './remote-playback.ts'
import { createSeeking } from './seeking.ts'
import { createSilences } from './silences.ts'
import { createSmartRewind } from './smart-rewind.ts'
import { createSoundLoading, type SoundWorld } from './sound-loading.ts'
import { toSpeed } from './speed.ts'
import { text } from './text.ts'
import { createTransport } from './transport.ts'
import { createVolume } from './volume.ts'

/** The dependencies of a playback. */
export interface PlaybackWorld extends SoundWorld {
  outbox: Outbox
  /** The member's place in the title, across devices. */
  place: PlaceKeeper
  timers: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout' | 'setInterval' | 'clearInterval'>
  /** A title's speed that the service does not have yet. */
  rememberedSpeed(id: string): unknown
  rememberSpeed(id: string, speed: number): void
  /** The member's preferences: seconds, and the speed of titles without their own. */
  listening: Record<'skipBack' | 'skipForward' | 'speed', { readonly value: number }> &
    Record<'skipsSilences' | 'levels' | 'boostsVoice', { readonly value: boolean }>
  /** The pauses of a title's recording. */
  readSilences(id: string): Promise<readonly number[]>
  /** Where the sleep timer that ended last was set, on this device. */
  rememberedTimer(id: string): unknown
  rememberTimer(id: string, second: number | undefined): void
  /** Finds where the voice pauses between two seconds of the recording at an address. */
  findSpeechPause(link: Link, address: string, from: number, to: number): Promise<number | undefined>
}

export type Playback = ReturnType<typeof createPlayback>

/**
 * Plays one audiobook: connects the media element, from which the sound comes, with the playhead, which keeps the place,
 * and reports both.
 */
export function createPlayback(id: string, world: PlaybackWorld) {
  const { sound, place } = world
  const { setInterval, clearInterval } = world.timers
  const publication = signal<PublicationDetail | undefined>()
  const speed = signal(1)
  const playhead = createPlayhead(sound)
  const { manifest, time, chapters, chapterIndex, chapter, duration } = playhead.timeline
  const transport = createTransport(sound)
  const { isPlaying, isWaiting, isFinished, problem } = transport
  const isReady = computed(() => manifest.value !== undefined)
  /** Whether it was played to its end on this page. A title finished before opens at its beginning. */
  const hasEnded = computed(() => isFinished.value && time.value > 0 && time.value >= duration.value)

  const listening = createListening(world.outbox, world.now, id, place)
  const rewind = createSmartRewind(world.now)
  const silences = createSilences(() => world.readSilences(id))
  const stopReadingSilences = effect(() => {
    if (world.listening.skipsSilences.value && publication.value?.sound?.hasSilences) void silences.load()
  })
  const sleep = createPlaybackSleep({
    ...world,
    ...playhead.timeline,
    speed,
    remember: (second) => world.rememberTimer(id, second),
  })
  const loading = createSoundLoading(id, { ...world, playhead, transport, onOpened, onLoaded, onSilence: fallSilent })
  // WebKit changes the pitch with the speed of routed sound, and iOS stops it in the background.
  const canBoost = () =>
    sleep.canFade && !world.engine.hasAirPlay && 'AudioContext' in globalThis && loading.isReadByPage()
  const volume = createVolume({
    sound,
    loudness: computed(() => (world.listening.levels.value ? publication.value?.sound?.loudness : undefined)),
    fade: sleep.volume,
    isBoostWanted: world.listening.boostsVoice,
    isPlaying,
    canBoost,
  })
  const { moveTo, flush, close, ...seeking } = createSeeking({
    ...world,
    skips: world.listening,
    playhead,
    transport,
    rewind,
    listening,
    put,
  })

  sound.preload = 'metadata'
  // Below the baseline: iOS before 17.2 preserves the pitch by itself.
  sound.preservesPitch = true
  const listeners = new AbortController()
  const remote = createRemoteSound(sound, listeners.signal)
  const on = (type: keyof HTMLMediaElementEventMap, listener: () => void) =>
    sound.addEventListener(type, listener, { signal: listeners.signal })
  on('loadedmetadata', putInPlace)
  on('seeked', putInPlace)
  on('playing', onPlaying)
  on('timeupdate', sample)
  on('waiting', transport.wait)
  on('progress', loading.progressed)
  on('pause', onPause)
  on('ended', onEnded)
  on('error', loading.recover)
  const ticking = setInterval(() => {
    sample()
    loading.watch()
  }, 1000)

  /** Starts at the server's place the first time; later calls only bring fresh addresses. */
  function onOpened(opened: LoadedPublication) {
    const { progress } = opened.publication
    batch(() => {
      if (!manifest.value) {
        playhead.begin(opened.manifest, place.opened(progress))
        place.shown(playhead.locator())
        speed.value = toSpeed(world.rememberedSpeed(id) ?? opened.publication.speed ?? world.listening.speed.value)
        isFinished.value = progress?.finishedAt != null && time.value === 0
        sleep.restore(world.rememberedTimer(id))
        if (progress) rewind.paused(progress.secondsAgo * 1000)
      } else {
        place.hear(progress)
      }
      publication.value = opened.publication
      problem.value = undefined
    })
  }

  function onLoaded(isFresh: boolean) {
    if (isFresh) {
      playhead.reset()
      listening.jumped()
    } else {
      putInPlace()
    }
    if (isPlaying.value) transport.start()
    if (place.isUnsent()) listening.report()
  }

  /** Moves the element to the place, once it can seek. */
  function putInPlace() {
    if (playhead.isSettled()) {
      listening.jumped()
      return sample()
    }
    const state = playhead.settle()
    // Silence is better than the wrong place.
    if (state === 'stuck') return loading.recover()
    if (state === 'seeking') return
    sound.defaultPlaybackRate = sound.playbackRate = speed.value
    if (!sound.paused && sound.readyState >= sound.HAVE_FUTURE_DATA) onPlaying()
  }

  function fallSilent() {
    place.remember()
    listening.stopped(heard())
  }

  function heard() {
    return { time: playhead.heard(), rate: speed.value }
  }

  function onPlaying() {
    if (!playhead.isSettled() || !isPlaying.value) return
    loading.succeeded()
    batch(() => {
      transport.arrived()
      isFinished.value = false
      problem.value = undefined
    })
    listening.started(heard())
  }

  function sample() {
    if (!playhead.isSettled() || sound.seeking) return
    const sounding = heard()
    const advanced = sound.paused ? 0 : sounding.time - time.value
    if (advanced <= 0) return listening.sample(sounding)
    const chapterBefore = chapterIndex.value
    batch(() => {
      playhead.reach(sounding.time)
      transport.arrived()
    })
    place.moved(playhead.locator())
    loading.progressed()
    listening.started(sounding)
    listening.sample(sounding)
    if (chapterIndex.value !== chapterBefore) listening.report()
    const chapterEnd = chapters.value[chapterBefore]?.end ?? duration.value
    // In one batch, or the volume would return before the pause.
    batch(() => {
      if (sleep.count(advanced, chapterEnd)) pause()
    })
    sleep.lookForPause(loading.recording())
    skipSilence()
  }

  /** What is skipped is neither heard nor counted: the place goes on where the voice does. */
  function skipSilence() {
    const next = isPlaying.value && world.listening.skipsSilences.value ? silences.endOf(time.value) : undefined
    if (next !== undefined && next < duration.value - 1) put(next)
  }

  function onPause() {
    if (sound.ended) return
    fallSilent()
    // The system paused it (a call, a headset): only the member resumes it.
    if (playhead.isSettled() && !loading.isOpening() && sound.error === null) {
      rewind.paused()
      transport.rest()
    }
  }

  function onEnded() {
    batch(() => {
      playhead.reach(duration.value)
      transport.rest()
      isFinished.value = true
      sleep.end()
    })
    rewind.forget()
    place.moved(playhead.locator())
    place.remember()
    listening.stopped({ time: Math.min(sound.currentTime, duration.value), rate: speed.value })
  }

  function put(seconds: number) {
    const before = chapterIndex.value
    if (playhead.isSettled()) {
      listening.sample(heard())
      listening.jumped()
    }
    playhead.moveTo(seconds)
    loading.progressed()
    if (chapterIndex.value === before) return
    if (isPlaying.value) listening.report()
    sleep.chapterChanged()
  }

  /** Call it in the member's gesture: browsers refuse to play otherwise. */
  function play() {
    if (!isReady.value || problem.value === 'gone') return
    transport.request()
    loading.progressed()
    const isOver = isFinished.value || time.value >= duration.value - 0.5
    const from = isOver ? 0 : rewind.resumeFrom(time.value, chapter.value!.start)
    if (isOver || from < time.value) moveTo(from)
    rewind.forget()
    sleep.forgetSoon()
    // Another device may have moved on during the pause.
    void place.look()
    // Ask the element within the gesture; a fresh address follows.
    transport.start()
    if (problem.value || loading.hasExpired()) loading.retry()
  }

  function pause() {
    if (!isPlaying.value && sound.paused) return
    sample()
    rewind.paused()
    transport.rest()
    fallSilent()
    sound.pause()
  }

  /** The page may be about to close. */
  function beforeLeaving() {
    place.remember()
    if (!isPlaying.value) return flush()
    sample()
    listening.report()
  }

  return {
    id,
    publication,
    ...playhead.timeline,
    speed: speed as ReadonlySignal<number>,
    isPlaying,
    isWaiting,
    isFinished: isFinished as ReadonlySignal<boolean>,
    hasEnded,
    /** The time left on the sleep timer when the book ended: minutes, or `chapter` to stay silent. */
    timerAtEnd: sleep.atEnd,
    isReady,
    problem: problem as ReadonlySignal<OpeningProblem | undefined>,
    sleep: {
      ...sleep,
      backToBegin() {
        const began = sleep.takeBegin()
        if (began !== undefined) seeking.seek(began)
      },
    },
    remote,
    /** Whether the engine lets the page amplify the voice of this recording. */
    canBoost,
    open: loading.open,
    retry: loading.retry,
    onOnline: loading.onOnline,
    play,
    pause,
    toggle: () => (isPlaying.value ? pause() : play()),
    ...seeking,
    /** Describes a place that was left: its chapter and its second. */
    describe: ({ title, locations: { time = 0 } }: Locator) => ({
      title: title || text.untitledChapter(chapterIndexAt(chapters.value, time) + 1),
      detail: clockTime(time),
    }),
    setSpeed(wanted: number) {
      sample()
      speed.value = toSpeed(wanted)
      sound.defaultPlaybackRate = sound.playbackRate = speed.value
      world.rememberSpeed(id, speed.value)
    },
    beforeLeaving,
    /** Stops for good: another title was opened, or the member session ended. */
    close() {
      if (listeners.signal.aborted) return
      beforeLeaving()
      fallSilent()
      transport.rest()
      listeners.abort()
      clearInterval(ticking)
      stopReadingSilences()
      close()
      volume.close()
      sleep.close()
      loading.close()
    },
  }
}
