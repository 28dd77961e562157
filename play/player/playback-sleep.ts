import type { Link } from '@estante/contract/manifest.ts'
import { effect, type ReadonlySignal, signal } from '@preact/signals'
import type { Chapter } from './chapters.ts'
import { UNDO_MS } from './jump-undo.ts'
import { createSleepTimer, PAUSE_WITHIN_SECONDS, type SleepChoice } from './sleep-timer.ts'

/** The end of a sleep timer is looked for this long before, in seconds. */
const LOOK_FOR_PAUSE_SECONDS = 20

interface PlaybackSleepHost {
  sound: HTMLMediaElement
  timers: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'>
  time: ReadonlySignal<number>
  speed: ReadonlySignal<number>
  duration: ReadonlySignal<number>
  chapters: ReadonlySignal<Chapter[]>
  chapterIndex: ReadonlySignal<number>
  remember(second: number | undefined): void
  /** Where the voice rests between two seconds of the recording at an address. */
  findSpeechPause(link: Link, address: string, from: number, to: number): Promise<number | undefined>
}

/** The sleep timer of a playback: counts in its chapters and at its speed, and remembers the second at which it was set. */
export function createPlaybackSleep(host: PlaybackSleepHost) {
  const { sound, time, speed, duration, chapters, chapterIndex } = host
  const { setTimeout, clearTimeout } = host.timers
  const canFade = takesVolume(sound)
  const timer = createSleepTimer(canFade)
  /** The second at which the timer was set that runs, or that has ended since. */
  const began = signal<number | undefined>()
  let hasLookedForPause = false
  let forgetting: ReturnType<typeof setTimeout> | undefined
  const stopFading = effect(() => {
    sound.volume = timer.volume.value
  })

  function start(choice: SleepChoice) {
    const isNext = 'endOfChapter' in choice && choice.endOfChapter === 'next'
    const end = chapters.value[chapterIndex.value + (isNext ? 1 : 0)]?.end ?? duration.value
    timer.set(choice, end, (end - time.value) / speed.value)
  }

  function forgetBegin() {
    began.value = undefined
    host.remember(undefined)
  }

  return {
    ...timer,
    canFade,
    began: began as ReadonlySignal<number | undefined>,
    set(choice: SleepChoice) {
      began.value = time.value
      start(choice)
    },
    cancel() {
      timer.cancel()
      forgetBegin()
    },
    /** The book is over: where the timer was set stays known. */
    end: timer.cancel,
    /** Takes what the device remembers, which is never trusted. */
    restore(second: unknown) {
      began.value = typeof second === 'number' && second >= 0 ? second : undefined
    },
    /** Counts sound that advanced in a chapter. True when it is time to pause. */
    count(seconds: number, chapterEnd: number): boolean {
      const isOver = timer.advanced(seconds / speed.value, time.value, speed.value, chapterEnd)
      if (isOver) host.remember(began.value)
      return isOver
    },
    /** Where the volume cannot go down, the timer ends between two sentences. */
    lookForPause(recording: { link: Link; address: string } | undefined) {
      const { choice, remaining } = timer
      const hasMinutes = choice.value !== undefined && 'minutes' in choice.value
      const isNear = hasMinutes && remaining.value! <= LOOK_FOR_PAUSE_SECONDS
      if (canFade || !recording || isNear === hasLookedForPause) return
      hasLookedForPause = isNear
      if (!isNear) return
      const end = time.value + remaining.value! * speed.value
      void host.findSpeechPause(recording.link, recording.address, end, end + PAUSE_WITHIN_SECONDS).then(timer.restAt)
    },
    /** Another chapter was chosen by hand: a timer that ends with the chapter ends with that one. */
    chapterChanged() {
      if (timer.choice.value && 'endOfChapter' in timer.choice.value) start(timer.choice.value)
    },
    /** Sound is asked for again: an ended timer can be gone back to for a while longer. */
    forgetSoon() {
      if (began.value === undefined || timer.choice.value) return
      clearTimeout(forgetting)
      forgetting = setTimeout(() => !timer.choice.value && forgetBegin(), UNDO_MS)
    },
    /** Returns the second at which the timer was set, and forgets it. */
    takeBegin(): number | undefined {
      const second = began.value
      forgetBegin()
      return second
    },
    close() {
      stopFading()
      clearTimeout(forgetting)
    },
  }
}

/** On iOS the volume is for its buttons alone: what is set is not what is read. */
function takesVolume(sound: HTMLMediaElement): boolean {
  const before = sound.volume
  sound.volume = before / 2
  const takes = sound.volume === before / 2
  sound.volume = before
  return takes
}
