import type { Link } from '@estante/contract/manifest.ts'
import { type ReadonlySignal, signal } from '@preact/signals'
import { canSetVolume } from '../../playback/levelling.ts'
import type { Chapter } from '../chapters.ts'
import { UNDO_MS } from '../jump-undo.ts'
import { createSleepTimer, PAUSE_WITHIN_SECONDS, type SleepChoice } from './sleep-timer.ts'

/** How long before the end of a sleep timer, in seconds, a pause of the voice is searched. */
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
  /** Finds where the voice pauses between two seconds of the recording at an address. */
  findSpeechPause(link: Link, address: string, from: number, to: number): Promise<number | undefined>
}

/**
 * Creates the sleep timer of a playback: counts in its chapters and at its speed, and remembers the second at which it
 * was set.
 */
export function createPlaybackSleep(host: PlaybackSleepHost) {
  const { sound, time, speed, duration, chapters, chapterIndex } = host
  const { setTimeout, clearTimeout } = host.timers
  const canFade = canSetVolume(sound)
  const timer = createSleepTimer(canFade)
  /** The second at which the current or last timer was set. */
  const began = signal<number | undefined>()
  let hasLookedForPause = false
  let atEnd: number | 'chapter' | undefined
  let forgetting: ReturnType<typeof setTimeout> | undefined

  function start(choice: SleepChoice) {
    const isNext = 'endOfChapter' in choice && choice.endOfChapter === 'next'
    const end = chapters.value[chapterIndex.value + (isNext ? 1 : 0)]?.end ?? duration.value
    timer.set(choice, end, (end - time.value) / speed.value)
  }

  /** The place or the speed changed: a timer until the end of a chapter has another time left, also while paused. */
  function recount() {
    const choice = timer.choice.value
    if (choice && 'endOfChapter' in choice) start(choice)
  }

  function forgetBegin() {
    clearTimeout(forgetting)
    forgetting = undefined
    began.value = undefined
    host.remember(undefined)
  }

  return {
    ...timer,
    canFade,
    began: began as ReadonlySignal<number | undefined>,
    set(choice: SleepChoice) {
      clearTimeout(forgetting)
      forgetting = undefined
      began.value = time.value
      start(choice)
    },
    cancel() {
      timer.cancel()
      forgetBegin()
    },
    /** The book ended: stops the timer, and remembers where it was set and the time it had left. */
    end() {
      const { choice, remaining } = timer
      if (choice.value) atEnd = 'minutes' in choice.value ? remaining.value! / 60 : 'chapter'
      else atEnd = undefined
      timer.cancel()
    },
    atEnd: () => atEnd,
    /** Restores the value stored on the device, which is never trusted. */
    restore(second: unknown) {
      began.value = typeof second === 'number' && second >= 0 ? second : undefined
    },
    /** Counts sound that advanced in a chapter. Returns true when it is time to pause. */
    count(seconds: number, chapterEnd: number): boolean {
      const isOver = timer.advanced(seconds / speed.value, time.value, speed.value, chapterEnd)
      if (isOver) host.remember(began.value)
      return isOver
    },
    /** Where the volume cannot be set, the timer ends between two sentences. */
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
    /**
     * The member chose another chapter: a timer until the end of the chapter ends with that one. After playback was
     * resumed, the way back to the start of the last timer is of no more use.
     */
    chapterChanged() {
      if (!timer.choice.value && forgetting !== undefined) forgetBegin()
      recount()
    },
    recount,
    /** Playback was resumed: going back to the timer's start is offered a while longer. */
    forgetSoon() {
      if (began.value === undefined || timer.choice.value) return
      clearTimeout(forgetting)
      forgetting = setTimeout(forgetBegin, UNDO_MS)
    },
    /** Returns the second at which the timer was set, and forgets it. */
    takeBegin(): number | undefined {
      const second = began.value
      forgetBegin()
      return second
    },
    close() {
      clearTimeout(forgetting)
    },
  }
}
