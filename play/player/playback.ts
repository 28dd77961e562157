import type { Locator } from '@estante/contract/locator.ts'
import type { Link, Manifest } from '@estante/contract/manifest.ts'
import type { PublicationDetail } from '@estante/contract/play/publications.ts'
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals'
import { createListening } from '../activity/listening.ts'
import type { Outbox } from '../activity/outbox.ts'
import type { OpenedPublication, OpeningProblem } from '../open-publication.ts'
import type { PlaceKeeper } from '../places/place-keeper.ts'
import { clockTime } from '../places/times.ts'
import {
  type Chapter,
  chapterIndexAt,
  chaptersOf,
  durationOf,
  nextChapterStart,
  previousChapterStart,
} from './chapters.ts'
import { createJumpUndo, isJump } from './jump-undo.ts'
import { locatorAt, resumeTime } from './place.ts'
import { createPlaybackSleep } from './playback-sleep.ts'
import { rewound } from './smart-rewind.ts'
import { createSoundPosition } from './sound-position.ts'
import { createSoundRecovery } from './sound-recovery.ts'
import { createSoundSource } from './sound-source.ts'
import type { Engine } from './sound-ways.ts'
import { toSpeed } from './speed.ts'
import { text } from './text.ts'

/** A place chosen while paused is reported after this long without another. */
const SETTLED_MS = 1500

/** The dependencies of a playback. */
export interface PlaybackWorld {
  sound: HTMLAudioElement
  engine: Engine
  outbox: Outbox
  /** The member's place in the title, across devices. */
  place: PlaceKeeper
  /** A monotonic clock in milliseconds. */
  now(): number
  timers: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout' | 'setInterval' | 'clearInterval'>
  /** Loads the title with fresh media addresses. */
  open(id: string): Promise<OpenedPublication>
  /** The title is no audiobook. */
  openElsewhere(publication: PublicationDetail): void
  problemOf(cause: unknown): OpeningProblem
  isOnline(): boolean
  /** A title's speed that the service does not have yet. */
  rememberedSpeed(id: string): unknown
  rememberSpeed(id: string, speed: number): void
  /** The member's preferences: seconds, and the speed of titles without their own. */
  listening: Record<'skipBack' | 'skipForward' | 'speed', { readonly value: number }>
  /** Where the sleep timer that ended last was set, on this device. */
  rememberedTimer(id: string): unknown
  rememberTimer(id: string, second: number | undefined): void
  /** Finds where the voice pauses between two seconds of the recording at an address. */
  findSpeechPause(link: Link, address: string, from: number, to: number): Promise<number | undefined>
}

export type Playback = ReturnType<typeof createPlayback>

/**
 * Plays one audiobook. The place is kept here, in `time`, and not in the media element, which is sent there after each
 * new address (`sound-position.ts`): so a failed load can never move the place. `sound-source.ts` sets the address;
 * `sound-recovery.ts` decides when to try another.
 */
export function createPlayback(id: string, world: PlaybackWorld) {
  const { sound, place, timers } = world
  const { setTimeout, clearTimeout, setInterval, clearInterval } = timers
  const publication = signal<PublicationDetail | undefined>()
  const manifest = signal<Manifest | undefined>()
  const time = signal(0)
  const speed = signal(1)
  const isWanted = signal(false)
  const isWaiting = signal(false)
  const isFinished = signal(false)
  const problem = signal<OpeningProblem | undefined>()

  const chapters: ReadonlySignal<Chapter[]> = computed(() => (manifest.value ? chaptersOf(manifest.value) : []))
  const chapterIndex = computed(() => chapterIndexAt(chapters.value, time.value))
  const chapter = computed(() => chapters.value[chapterIndex.value])
  const duration = computed(() => (manifest.value ? durationOf(manifest.value) : 0))
  /** Heard to its end on this page: one that was finished before opens at its beginning. */
  const hasEnded = computed(() => isFinished.value && time.value > 0 && time.value >= duration.value)
  const isReady = computed(() => manifest.value !== undefined)

  const listening = createListening(world.outbox, world.now, id, place)
  const position = createSoundPosition(sound, () => time.value)
  const source = createSoundSource({
    ...world,
    position: () => heard().time,
    isWanted: () => isWanted.peek(),
    // A slow connection is no reason to start over.
    onBytes: () => recovery.progressed(),
    onUnusable() {
      if (!isClosed && !opening) source.giveUpWay()
      recover()
    },
    renew: (options) => void open(options),
  })
  const recovery = createSoundRecovery({ ...world, reopen: () => void open(), giveUpWay: source.giveUpWay })
  const jumpUndo = createJumpUndo(timers)
  const sleep = createPlaybackSleep({
    ...world,
    time,
    speed,
    duration,
    chapters,
    chapterIndex,
    remember: (second) => world.rememberTimer(id, second),
  })

  let isClosed = false
  /** When the playback paused that resumes with a rewind; undefined after a jump. */
  let awayFrom: number | undefined
  let settling: ReturnType<typeof setTimeout> | undefined
  let opening: Promise<void> | undefined

  sound.preload = 'metadata'
  // Below the baseline: iOS before 17.2 preserves the pitch by itself.
  sound.preservesPitch = true
  const listeners = new AbortController()
  const on = (type: keyof HTMLMediaElementEventMap, listener: () => void) =>
    sound.addEventListener(type, listener, { signal: listeners.signal })
  on('loadedmetadata', putInPlace)
  on('seeked', putInPlace)
  on('playing', onPlaying)
  on('timeupdate', sample)
  on('waiting', () => {
    isWaiting.value = isWanted.value
  })
  on('progress', recovery.progressed)
  on('pause', onPause)
  on('ended', onEnded)
  on('error', recover)
  const ticking = setInterval(tick, 1000)

  function currentLocator(): Locator | undefined {
    return manifest.value && locatorAt(manifest.value, chapters.value, time.value)
  }

  /** Loads the title and sets the element's address; the first time, at the server's place. */
  function open({ inSilence = false } = {}) {
    opening ??= openOnce(inSilence).finally(() => {
      opening = undefined
    })
    return opening
  }

  async function openOnce(inSilence: boolean) {
    recovery.cancelRetry()
    try {
      const opened = await world.open(id)
      if (isClosed) return
      if (opened.publication.type !== 'audiobook') return world.openElsewhere(opened.publication)
      batch(() => {
        if (!manifest.value) {
          const { progress } = opened.publication
          manifest.value = opened.manifest
          time.value = resumeTime(opened.manifest, place.opened(progress))
          place.shown(currentLocator()!)
          speed.value = toSpeed(world.rememberedSpeed(id) ?? opened.publication.speed ?? world.listening.speed.value)
          isFinished.value = progress?.finishedAt != null && time.value === 0
          sleep.restore(world.rememberedTimer(id))
          awayFrom = progress ? world.now() - progress.secondsAgo * 1000 : undefined
        } else {
          place.hear(opened.publication.progress)
        }
        publication.value = opened.publication
        problem.value = undefined
      })
      load(opened)
      if (place.isUnsent()) listening.report()
    } catch (cause) {
      if (!isClosed && !inSilence) fail(cause)
    }
  }

  function load(opened: OpenedPublication) {
    recovery.progressed()
    if (source.load(opened)) {
      position.reset()
      listening.jumped()
    } else {
      putInPlace()
    }
    if (isWanted.value) start()
  }

  function fail(cause: unknown) {
    problem.value = world.problemOf(cause)
    isWaiting.value = false
    fallSilent()
  }

  /** Moves the element to the place, once it can seek. */
  function putInPlace() {
    if (position.isSettled) {
      listening.jumped()
      return sample()
    }
    const state = position.settle()
    // Silence is better than the wrong place.
    if (state === 'stuck') return recover()
    if (state === 'seeking') return
    sound.defaultPlaybackRate = sound.playbackRate = speed.value
    if (!sound.paused && sound.readyState >= sound.HAVE_FUTURE_DATA) onPlaying()
  }

  function fallSilent() {
    place.remember()
    listening.stopped(heard())
  }

  function heard() {
    return { time: position.isSettled ? sound.currentTime : time.value, rate: speed.value }
  }

  function onPlaying() {
    if (!position.isSettled || !isWanted.value) return
    recovery.reset()
    recovery.progressed()
    batch(() => {
      isWaiting.value = false
      isFinished.value = false
      problem.value = undefined
    })
    listening.started(heard())
  }

  function sample() {
    if (!position.isSettled || sound.seeking) return
    const sounding = heard()
    const advanced = sound.paused ? 0 : sounding.time - time.value
    if (advanced <= 0) return listening.sample(sounding)
    const chapterBefore = chapterIndex.value
    batch(() => {
      time.value = sounding.time
      isWaiting.value = false
    })
    place.moved(currentLocator()!)
    recovery.progressed()
    listening.started(sounding)
    listening.sample(sounding)
    if (chapterIndex.value !== chapterBefore) listening.report()
    const chapterEnd = chapters.value[chapterBefore]?.end ?? duration.value
    // In one batch, or the volume would return before the pause.
    batch(() => {
      if (sleep.count(advanced, chapterEnd)) pause()
    })
    sleep.lookForPause(source.recording())
  }

  function tick() {
    sample()
    if (!isWanted.value || problem.value || opening) return
    if (recovery.isStalled()) recover()
  }

  function onPause() {
    if (sound.ended) return
    fallSilent()
    // The system paused it (a call, a headset): only the member resumes it.
    if (position.isSettled && !opening && sound.error === null) {
      awayFrom = world.now()
      isWanted.value = false
      isWaiting.value = false
    }
  }

  function onEnded() {
    batch(() => {
      time.value = duration.value
      isWanted.value = false
      isWaiting.value = false
      isFinished.value = true
      sleep.end()
    })
    awayFrom = undefined
    place.moved(currentLocator()!)
    place.remember()
    listening.stopped({ time: Math.min(sound.currentTime, duration.value), rate: speed.value })
  }

  /** Gets a fresh address for a refused, expired or stalled one, and continues at the same second. */
  function recover() {
    if (isClosed || opening) return
    fallSilent()
    position.reset()
    isWaiting.value = isWanted.value
    recovery.progressed()
    if (!world.isOnline()) {
      problem.value = 'offline'
    } else if (!recovery.tryAgain()) {
      problem.value = 'failed'
      isWaiting.value = false
    }
  }

  /** Retries, for the member or when the network is back. */
  function retry() {
    if (isClosed || problem.value === 'gone') return
    recovery.reset()
    source.resetWays()
    problem.value = undefined
    isWaiting.value = isWanted.value
    void open()
  }

  function onOnline() {
    if (problem.value === 'offline' || problem.value === 'failed') retry()
  }

  /** Call it in the member's gesture: browsers refuse to play otherwise. */
  function play() {
    if (!isReady.value || problem.value === 'gone') return
    isWanted.value = true
    isWaiting.value = true
    recovery.progressed()
    if (isFinished.value || time.value >= duration.value - 0.5) moveTo(0)
    else rewindAfterAbsence()
    awayFrom = undefined
    sleep.forgetSoon()
    // Another device may have moved on during the pause.
    void place.look()
    if (problem.value || source.hasExpired()) {
      // Ask the element within the gesture; the address follows.
      start()
      retry()
    } else {
      start()
    }
  }

  function rewindAfterAbsence() {
    if (awayFrom === undefined || !chapter.value) return
    const back = rewound(time.value, world.now() - awayFrom, chapter.value.start)
    if (back < time.value) moveTo(back)
  }

  function start() {
    sound.play().catch((refusal: DOMException) => {
      // AbortError: a newer address or a pause came first. Other failures arrive as the element's `error`.
      if (refusal.name !== 'NotAllowedError') return
      isWanted.value = false
      isWaiting.value = false
    })
  }

  function pause() {
    if (!isWanted.value && sound.paused) return
    sample()
    awayFrom = world.now()
    isWanted.value = false
    isWaiting.value = false
    fallSilent()
    sound.pause()
  }

  function toggle() {
    if (isWanted.value) pause()
    else play()
  }

  /** Jumps by hand. */
  function moveTo(seconds: number) {
    const from = currentLocator()
    const jumpedFrom = isJump(time.value, seconds) ? from : undefined
    put(seconds)
    place.moved(currentLocator()!, jumpedFrom)
    place.remember()
  }

  function put(seconds: number) {
    const target = Math.min(Math.max(0, seconds), Math.max(0, duration.value - 0.1))
    const before = chapterIndex.value
    if (position.isSettled) {
      listening.sample(heard())
      listening.jumped()
      sound.currentTime = target
    }
    time.value = target
    recovery.progressed()
    if (chapterIndex.value === before) return
    if (isWanted.value) listening.report()
    sleep.chapterChanged()
  }

  /** A place chosen by hand is exact: no rewind follows. */
  function seek(seconds: number) {
    // At the end there is nothing to resume.
    if (!isReady.value || (isFinished.value && seconds >= duration.value)) return
    isFinished.value = false
    awayFrom = undefined
    jumpUndo.record(time.value, seconds)
    moveTo(seconds)
    clearTimeout(settling)
    if (!isWanted.value) settling = setTimeout(reportPlace, SETTLED_MS)
  }

  function undoJump() {
    if (jumpUndo.from.value !== undefined) seek(jumpUndo.from.value)
  }

  function backToTimer() {
    const began = sleep.takeBegin()
    if (began !== undefined) seek(began)
  }

  function reportPlace() {
    clearTimeout(settling)
    settling = undefined
    listening.report()
  }

  /** Goes to another device's place. */
  async function goThere() {
    const there = await place.go()
    if (!there || isClosed || !manifest.value) return
    isFinished.value = false
    awayFrom = undefined
    put(resumeTime(manifest.value, there))
  }

  function stayHere() {
    place.stay()
    listening.report()
  }

  /** The page may be about to close. */
  function beforeLeaving() {
    place.remember()
    if (isWanted.value) {
      sample()
      listening.report()
    } else if (settling !== undefined) {
      reportPlace()
    }
  }

  function setSpeed(wanted: number) {
    sample()
    speed.value = toSpeed(wanted)
    sound.defaultPlaybackRate = sound.playbackRate = speed.value
    world.rememberSpeed(id, speed.value)
  }

  /** Stops for good: another title was opened, or the member session ended. */
  function close() {
    if (isClosed) return
    beforeLeaving()
    fallSilent()
    isClosed = true
    isWanted.value = false
    isWaiting.value = false
    listeners.abort()
    clearInterval(ticking)
    clearTimeout(settling)
    recovery.cancelRetry()
    jumpUndo.close()
    sleep.close()
    source.close()
  }

  return {
    id,
    publication,
    manifest: manifest as ReadonlySignal<Manifest | undefined>,
    chapters,
    chapterIndex,
    chapter,
    time: time as ReadonlySignal<number>,
    duration,
    speed: speed as ReadonlySignal<number>,
    /** Playback was requested: the button says `Pausar`. */
    isPlaying: isWanted as ReadonlySignal<boolean>,
    /** Playback was requested, and the sound is not there yet. */
    isWaiting: isWaiting as ReadonlySignal<boolean>,
    isFinished: isFinished as ReadonlySignal<boolean>,
    hasEnded,
    /** What the sleep timer had left when the book ended: minutes, or silence from there on. */
    timerAtEnd: sleep.atEnd,
    isReady,
    problem: problem as ReadonlySignal<OpeningProblem | undefined>,
    sleep: { ...sleep, backToBegin: backToTimer },
    open,
    retry,
    onOnline,
    play,
    pause,
    toggle,
    seek,
    /** The second before a jump, while it can be undone. */
    jumpedFrom: jumpUndo.from,
    undoJump,
    /** Another device's place, until the member decides between the two. */
    question: place.question,
    goThere,
    stayHere,
    /** Describes a place that was left: its chapter and its second. */
    describe: ({ title, locations: { time = 0 } }: Locator) => ({
      title: title || text.untitledChapter(chapterIndexAt(chapters.value, time) + 1),
      detail: clockTime(time),
    }),
    /** Seconds of the skip buttons. */
    skipBack: world.listening.skipBack,
    skipForward: world.listening.skipForward,
    back: () => seek(time.value - world.listening.skipBack.value),
    forward: () => seek(time.value + world.listening.skipForward.value),
    previousChapter: () => seek(previousChapterStart(chapters.value, time.value)),
    nextChapter() {
      const start = nextChapterStart(chapters.value, time.value)
      if (start !== undefined) seek(start)
    },
    setSpeed,
    beforeLeaving,
    close,
  }
}
