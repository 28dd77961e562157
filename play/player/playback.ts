import type { Locator } from '@estante/contract/locator.ts'
import type { Link, Manifest } from '@estante/contract/manifest.ts'
import type { PublicationDetail } from '@estante/contract/play/publications.ts'
import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import { createListening } from '../activity/listening.ts'
import type { Outbox } from '../activity/outbox.ts'
import type { OpenedPublication, OpeningProblem } from '../open-publication.ts'
import type { PlaceKeeper } from '../places/place-keeper.ts'
import {
  type Chapter,
  chapterIndexAt,
  chaptersOf,
  durationOf,
  nextChapterStart,
  previousChapterStart,
} from './chapters.ts'
import { type FragmentStream, streamFragments } from './fragment-stream.ts'
import { locatorAt, resumeTime } from './place.ts'
import { createSleepTimer, PAUSE_WITHIN_SECONDS, type SleepChoice } from './sleep-timer.ts'
import { rewound } from './smart-rewind.ts'
import { type Engine, playlistOf, type SoundWay, soundWays } from './sound-ways.ts'
import { toSpeed } from './speed.ts'
import { text } from './text.ts'
import { clockTime } from './times.ts'

/** Sound that should advance and does not for this long, while no bytes come either, gets a fresh address. */
const STALL_MS = 12_000
const ADDRESS_TRIES = 3
const RETRY_MS = 1500
const PLACED_WITHIN_SECONDS = 0.5
/** The end of a sleep timer is looked for this long before, in seconds. */
const LOOK_FOR_PAUSE_SECONDS = 20
/** A place chosen in silence is said after the member has stopped choosing. */
const SETTLED_MS = 1500
/** A longer way by hand is a jump, and where it began can be gone back to. */
const JUMP_SECONDS = 60
/** For how long a jump can be undone, and, once sound is asked for again, a sleep timer. */
const UNDO_MS = 30_000

/** What a playback needs from the world. */
export interface PlaybackWorld {
  sound: HTMLAudioElement
  engine: Engine
  outbox: Outbox
  /** Where the member is in the title, across devices. */
  place: PlaceKeeper
  /** Monotonic milliseconds. */
  now(): number
  timers: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout' | 'setInterval' | 'clearInterval'>
  /** The title with fresh media addresses. */
  open(id: string): Promise<OpenedPublication>
  /** The title is none to listen to. */
  openElsewhere(publication: PublicationDetail): void
  problemOf(cause: unknown): OpeningProblem
  isOnline(): boolean
  /** Of a title, where the service does not have it yet. */
  rememberedSpeed(id: string): unknown
  rememberSpeed(id: string, speed: number): void
  /** As the member likes to hear every book: seconds, and the speed of titles that have none. */
  listening: Record<'skipBack' | 'skipForward' | 'speed', { readonly value: number }>
  /** Where the sleep timer that ended last was set, on this device. */
  rememberedTimer(id: string): unknown
  rememberTimer(id: string, second: number | undefined): void
  /** Where the voice rests between two seconds of the recording at an address. */
  findSpeechPause(link: Link, address: string, from: number, to: number): Promise<number | undefined>
}

export type Playback = ReturnType<typeof createPlayback>

/**
 * One audiobook being listened to. The second is kept here, in `time`, and not in the media element: the element is
 * told where to be whenever it gets a (new) address, so a failed load can never move the place.
 */
export function createPlayback(id: string, world: PlaybackWorld) {
  const { sound, place } = world
  const { setTimeout, clearTimeout, setInterval, clearInterval } = world.timers
  const publication = signal<PublicationDetail | undefined>()
  const manifest = signal<Manifest | undefined>()
  const time = signal(0)
  const speed = signal(1)
  const isWanted = signal(false)
  const isWaiting = signal(false)
  const isFinished = signal(false)
  const problem = signal<OpeningProblem | undefined>()
  /** The second that a jump by hand left, for as long as it can be undone. */
  const jumpedFrom = signal<number | undefined>()
  /** The second at which the sleep timer was set that runs, or that has ended since. */
  const timerBegan = signal<number | undefined>()
  const canFade = takesVolume(sound)
  const sleep = createSleepTimer(canFade)

  const chapters: ReadonlySignal<Chapter[]> = computed(() => (manifest.value ? chaptersOf(manifest.value) : []))
  const chapterIndex = computed(() => chapterIndexAt(chapters.value, time.value))
  const chapter = computed(() => chapters.value[chapterIndex.value])
  const duration = computed(() => (manifest.value ? durationOf(manifest.value) : 0))
  const isReady = computed(() => manifest.value !== undefined)

  const listening = createListening(world.outbox, world.now, id, place)

  /** False from a new address until the element stands where `time` says. */
  let isPlaced = false
  let isClosed = false
  let placings = 0
  let tries = 0
  let openedAt = 0
  /** When sound was heard, or bytes of it came, or it was asked for. */
  let advancedAt = 0
  /** How the sound may come, the way it comes now first. */
  let ways: SoundWay[] = []
  let stream: FragmentStream | undefined
  let streamed: string | undefined
  let given: { link: Link; address: string } | undefined
  let hasLookedForPause = false
  let awayFrom: number | undefined
  let addressTimer: ReturnType<typeof setTimeout> | undefined
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let settleTimer: ReturnType<typeof setTimeout> | undefined
  let undoTimer: ReturnType<typeof setTimeout> | undefined
  let mindTimer: ReturnType<typeof setTimeout> | undefined
  let opening: Promise<void> | undefined

  sound.preload = 'metadata'
  // Below the baseline: iOS before 17.2 keeps the pitch by itself.
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
  on('progress', onBytes)
  on('pause', onPause)
  on('ended', onEnded)
  on('error', () => void onError())
  const ticking = setInterval(tick, 1000)
  const stopFading = effect(() => {
    sound.volume = sleep.volume.value
  })

  function currentLocator(): Locator | undefined {
    return manifest.value && locatorAt(manifest.value, chapters.value, time.value)
  }

  /** Asks for the title and gives the element its address; the first time, the server says where to resume. */
  function open({ inSilence = false } = {}) {
    opening ??= openOnce(inSilence).finally(() => {
      opening = undefined
    })
    return opening
  }

  async function openOnce(inSilence: boolean) {
    clearTimeout(retryTimer)
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
          timerBegan.value = toSecond(world.rememberedTimer(id))
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

  function load({ publication: { media }, manifest: { readingOrder }, base }: OpenedPublication) {
    const link = readingOrder[0]!
    openedAt = advancedAt = world.now()
    clearTimeout(addressTimer)
    // Renewed in silence before it expires, so that a tap on play finds a good address and still counts as a gesture.
    addressTimer = setTimeout(renewInSilence, Math.min(media.expiresInSeconds * 800, 2 ** 31 - 1))
    const address = new URL(link.href, base).href
    given = { link, address }
    if (stream && streamed === JSON.stringify(link) && sound.error === null) {
      stream.renew(address)
      putInPlace()
    } else {
      isPlaced = false
      placings = 0
      listening.jumped()
      giveSound(link, address, base)
    }
    if (isWanted.value) start()
  }

  function giveSound(link: Link, address: string, base: string) {
    letGoOfStream()
    if (ways.length === 0) ways = soundWays(link, world.engine)
    if (ways[0] === 'fragments') {
      streamed = JSON.stringify(link)
      stream = streamFragments(link, address, {
        sound,
        position: () => heard().time,
        isWanted: isWanted.peek.bind(isWanted),
        onBytes,
        onRefused: () => void open({ inSilence: true }),
        onUnusable: () => void onError({ isUnusable: true }),
      })
    } else {
      sound.src = ways[0] === 'playlist' ? new URL(playlistOf(link)!, base).href : address
    }
    sound.load()
  }

  function letGoOfStream() {
    stream?.close()
    stream = undefined
  }

  function renewInSilence() {
    if (!isWanted.value || stream) void open({ inSilence: stream !== undefined })
  }

  /** A slow line is no reason to begin again. */
  function onBytes() {
    advancedAt = world.now()
  }

  function fail(cause: unknown) {
    problem.value = world.problemOf(cause)
    isWaiting.value = false
    fallSilent()
  }

  /** Puts the element where the place is, once it can be moved. */
  function putInPlace() {
    if (isPlaced) {
      listening.jumped()
      return sample()
    }
    if (Math.abs(sound.currentTime - time.value) > PLACED_WITHIN_SECONDS) {
      placings += 1
      // An address without ranges cannot be moved in: better silence than the wrong place.
      if (placings > ADDRESS_TRIES) void onError()
      else sound.currentTime = time.value
      return
    }
    isPlaced = true
    sound.defaultPlaybackRate = sound.playbackRate = speed.value
    if (!sound.paused && sound.readyState >= sound.HAVE_FUTURE_DATA) onPlaying()
  }

  function fallSilent() {
    place.remember()
    listening.stopped(heard())
  }

  function heard() {
    return { time: isPlaced ? sound.currentTime : time.value, rate: speed.value }
  }

  function onPlaying() {
    if (!isPlaced || !isWanted.value) return
    tries = 0
    advancedAt = world.now()
    batch(() => {
      isWaiting.value = false
      isFinished.value = false
      problem.value = undefined
    })
    listening.started(heard())
  }

  function sample() {
    if (!isPlaced || sound.seeking) return
    const sounding = heard()
    const advanced = sound.paused ? 0 : sounding.time - time.value
    if (advanced <= 0) return listening.sample(sounding)
    const chapterBefore = chapterIndex.value
    batch(() => {
      time.value = sounding.time
      isWaiting.value = false
    })
    place.moved(currentLocator()!)
    advancedAt = world.now()
    listening.started(sounding)
    listening.sample(sounding)
    if (chapterIndex.value !== chapterBefore) listening.report()
    const chapterEnd = chapters.value[chapterBefore]?.end ?? duration.value
    // In one batch, or the volume would come back before the pause.
    batch(() => {
      if (sleep.advanced(advanced / speed.value, sounding.time, speed.value, chapterEnd)) {
        world.rememberTimer(id, timerBegan.value)
        pause()
      }
    })
    lookForPause()
  }

  /** Where the volume cannot go down, the timer ends between two sentences. */
  function lookForPause() {
    const { choice, remaining } = sleep
    const hasMinutes = choice.value !== undefined && 'minutes' in choice.value
    const isNear = hasMinutes && remaining.value! <= LOOK_FOR_PAUSE_SECONDS
    if (canFade || !given || isNear === hasLookedForPause) return
    hasLookedForPause = isNear
    if (!isNear) return
    const end = time.value + remaining.value! * speed.value
    void world.findSpeechPause(given.link, given.address, end, end + PAUSE_WITHIN_SECONDS).then(sleep.restAt)
  }

  function tick() {
    sample()
    if (!isWanted.value || problem.value || opening) return
    if (world.now() - advancedAt > STALL_MS) void onError()
  }

  function onPause() {
    if (sound.ended) return
    fallSilent()
    // The system took the sound away (a call, a headset): it is for the member to ask for it again.
    if (isPlaced && !opening && sound.error === null) {
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
      sleep.cancel()
    })
    awayFrom = undefined
    place.moved(currentLocator()!)
    place.remember()
    listening.stopped({ time: Math.min(sound.currentTime, duration.value), rate: speed.value })
  }

  /** A refused, expired or silent address gets a fresh one, and the sound goes on at the same second. */
  async function onError({ isUnusable = false } = {}) {
    if (isClosed || opening) return
    if (isUnusable) nextWay()
    fallSilent()
    isPlaced = false
    isWaiting.value = isWanted.value
    advancedAt = world.now()
    if (!world.isOnline()) {
      problem.value = 'offline'
      return
    }
    tries += 1
    if (tries > ADDRESS_TRIES && nextWay()) tries = 1
    if (tries > ADDRESS_TRIES) {
      problem.value = 'failed'
      isWaiting.value = false
      return
    }
    if (tries === 1) return open()
    clearTimeout(retryTimer)
    retryTimer = setTimeout(() => void open(), RETRY_MS * 2 ** (tries - 2))
  }

  /** False when there is no other. */
  function nextWay(): boolean {
    if (ways.length < 2) return false
    ways = ways.slice(1)
    letGoOfStream()
    return true
  }

  /** The member, or the network coming back, asks again. */
  function retry() {
    if (isClosed || problem.value === 'gone') return
    tries = 0
    if (stream === undefined) ways = []
    problem.value = undefined
    isWaiting.value = isWanted.value
    void open()
  }

  function onOnline() {
    if (problem.value === 'offline' || problem.value === 'failed') retry()
  }

  /** Call it in the member's gesture: browsers refuse sound that nobody asked for. */
  function play() {
    if (!isReady.value || problem.value === 'gone') return
    isWanted.value = true
    isWaiting.value = true
    advancedAt = world.now()
    if (isFinished.value || time.value >= duration.value - 0.5) moveTo(0)
    else pickUpTheThread()
    awayFrom = undefined
    if (timerBegan.value !== undefined && !sleep.choice.value) {
      clearTimeout(mindTimer)
      mindTimer = setTimeout(() => !sleep.choice.value && forgetTimer(), UNDO_MS)
    }
    // Another device may have gone on while this one was silent.
    void place.look()
    if (problem.value || hasExpired()) {
      // The element is asked within the gesture even so; the address follows.
      start()
      retry()
    } else {
      start()
    }
  }

  function hasExpired() {
    const lifetimeMs = (publication.value?.media.expiresInSeconds ?? 0) * 1000
    return world.now() - openedAt > lifetimeMs * 0.95
  }

  function pickUpTheThread() {
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

  /** Moves by hand. */
  function moveTo(seconds: number) {
    const from = currentLocator()
    const isJump = Math.abs(seconds - time.value) > JUMP_SECONDS
    put(seconds)
    place.moved(currentLocator()!, isJump ? from : undefined)
    place.remember()
  }

  function put(seconds: number) {
    const target = Math.min(Math.max(0, seconds), Math.max(0, duration.value - 0.1))
    const before = chapterIndex.value
    if (isPlaced) {
      listening.sample(heard())
      listening.jumped()
      sound.currentTime = target
    }
    time.value = target
    advancedAt = world.now()
    if (chapterIndex.value === before) return
    if (isWanted.value) listening.report()
    if (sleep.choice.value && 'endOfChapter' in sleep.choice.value) setSleep(sleep.choice.value)
  }

  function setSleep(choice: SleepChoice) {
    const isNext = 'endOfChapter' in choice && choice.endOfChapter === 'next'
    const end = chapters.value[chapterIndex.value + (isNext ? 1 : 0)]?.end ?? duration.value
    sleep.set(choice, end, (end - time.value) / speed.value)
  }

  /** A place chosen by hand is exact: no rewind follows it. */
  function seek(seconds: number) {
    // After the end there is nothing to go on to.
    if (!isReady.value || (isFinished.value && seconds >= duration.value)) return
    isFinished.value = false
    awayFrom = undefined
    offerUndo(seconds)
    moveTo(seconds)
    clearTimeout(settleTimer)
    if (!isWanted.value) settleTimer = setTimeout(sayPlace, SETTLED_MS)
  }

  /** Whoever looks for a place jumps more than once: the way back leads to where they were. */
  function offerUndo(seconds: number) {
    const from = jumpedFrom.value ?? time.value
    const isBack = Math.abs(seconds - from) <= JUMP_SECONDS
    if (!isBack && Math.abs(seconds - time.value) <= JUMP_SECONDS) return
    clearTimeout(undoTimer)
    jumpedFrom.value = isBack ? undefined : from
    if (!isBack) undoTimer = setTimeout(forgetJump, UNDO_MS)
  }

  function forgetJump() {
    jumpedFrom.value = undefined
  }

  function undoJump() {
    if (jumpedFrom.value !== undefined) seek(jumpedFrom.value)
  }

  function backToTimer() {
    const began = timerBegan.value
    forgetTimer()
    if (began !== undefined) seek(began)
  }

  function forgetTimer() {
    timerBegan.value = undefined
    world.rememberTimer(id, undefined)
  }

  function sayPlace() {
    clearTimeout(settleTimer)
    settleTimer = undefined
    listening.report()
  }

  /** To where another device is. */
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

  /** The page may be about to go. */
  function beforeLeaving() {
    place.remember()
    if (isWanted.value) {
      sample()
      listening.report()
    } else if (settleTimer !== undefined) {
      sayPlace()
    }
  }

  function setSpeed(wanted: number) {
    sample()
    speed.value = toSpeed(wanted)
    sound.defaultPlaybackRate = sound.playbackRate = speed.value
    world.rememberSpeed(id, speed.value)
  }

  /** Silence at once and for good: another title is opened, or the member session ended. */
  function close() {
    if (isClosed) return
    beforeLeaving()
    fallSilent()
    isClosed = true
    isWanted.value = false
    isWaiting.value = false
    listeners.abort()
    stopFading()
    clearInterval(ticking)
    for (const timer of [addressTimer, retryTimer, settleTimer, undoTimer, mindTimer]) clearTimeout(timer)
    letGoOfStream()
    sound.pause()
    sound.removeAttribute('src')
    sound.load()
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
    /** The member wants sound: the button says `Pausar`. */
    isPlaying: isWanted as ReadonlySignal<boolean>,
    /** Sound is wanted and does not come yet. */
    isWaiting: isWaiting as ReadonlySignal<boolean>,
    isFinished: isFinished as ReadonlySignal<boolean>,
    isReady,
    problem: problem as ReadonlySignal<OpeningProblem | undefined>,
    sleep: {
      ...sleep,
      canFade,
      set(choice: SleepChoice) {
        timerBegan.value = time.value
        setSleep(choice)
      },
      cancel() {
        sleep.cancel()
        forgetTimer()
      },
      began: timerBegan as ReadonlySignal<number | undefined>,
      backToBegin: backToTimer,
    },
    open,
    retry,
    onOnline,
    play,
    pause,
    toggle,
    seek,
    jumpedFrom: jumpedFrom as ReadonlySignal<number | undefined>,
    undoJump,
    /** Where another device is, until the member says which place it shall be. */
    question: place.question,
    goThere,
    stayHere,
    /** A place that was left: its chapter, and its second. */
    describe: ({ title, locations: { time = 0 } }: Locator) => ({
      title: title || text.untitledChapter(chapterIndexAt(chapters.value, time) + 1),
      detail: clockTime(time),
    }),
    /** How far one tap goes, in seconds. */
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

/** What a device remembers is never trusted. */
function toSecond(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 ? value : undefined
}

/** On iOS the volume is for its buttons alone: what is set is not what is read. */
function takesVolume(sound: HTMLAudioElement): boolean {
  const before = sound.volume
  sound.volume = before / 2
  const takes = sound.volume === before / 2
  sound.volume = before
  return takes
}
