import { computed, type ReadonlySignal, signal } from '@preact/signals'

/** Minutes of playback, or until this or the next chapter ends. */
export type SleepChoice = { minutes: number } | { endOfChapter: 'this' | 'next' }

export const sleepMinutes = [5, 10, 15, 30, 45, 60]

/** Minutes that one tap adds, and how long before the end it is offered. */
export const MORE_MINUTES = 5
export const NEARLY_OVER_SECONDS = 60

/** The last seconds fade out. */
const FADE_SECONDS = 8
/** Without fading, a chapter that ends within this time is played to its end. */
const CHAPTER_END_SECONDS = 60
/** Else it ends at a pause of the voice, at most this much later. */
export const PAUSE_WITHIN_SECONDS = 20

/** Counts only playback, not pauses. `canFade`: the volume can be set. */
export function createSleepTimer(canFade: boolean) {
  const choice = signal<SleepChoice | undefined>()
  const remaining = signal<number | undefined>()
  let lastSecond = Number.POSITIVE_INFINITY
  let rest: number | undefined

  /** `secondsLeft`: until `end`, the end of a chapter, at the present speed. */
  function set(next: SleepChoice, end: number, secondsLeft: number) {
    choice.value = next
    lastSecond = end
    remaining.value = 'minutes' in next ? next.minutes * 60 : secondsLeft
  }

  function extend(minutes: number) {
    const seconds = remaining.value ?? 0
    choice.value = { minutes: Math.ceil(seconds / 60) + minutes }
    remaining.value = seconds + minutes * 60
  }

  function cancel() {
    choice.value = undefined
    remaining.value = undefined
  }

  /**
   * The sound advanced by `elapsedSeconds` to `time`, in a chapter that ends at `chapterEnd`. Returns true when it is
   * time to pause, and the timer is off again.
   */
  function advanced(elapsedSeconds: number, time: number, rate: number, chapterEnd: number): boolean {
    if (!choice.value) return false
    const left = 'minutes' in choice.value ? remaining.value! - elapsedSeconds : (lastSecond - time) / rate
    if (left <= 0) {
      const untilChapterEnd = (chapterEnd - time) / rate
      if (!canFade && 'minutes' in choice.value && untilChapterEnd <= CHAPTER_END_SECONDS) {
        set({ endOfChapter: 'this' }, chapterEnd, untilChapterEnd)
        return false
      }
      if (rest !== undefined && rest > time && rest <= time + PAUSE_WITHIN_SECONDS && 'minutes' in choice.value) {
        remaining.value = (rest - time) / rate
        return false
      }
      cancel()
      return true
    }
    remaining.value = left
    // The next chapter has begun.
    if ('endOfChapter' in choice.value && lastSecond <= chapterEnd) choice.value = { endOfChapter: 'this' }
    return false
  }

  /** Sets where the voice pauses, soon after the end. */
  function restAt(second: number | undefined) {
    rest = second
  }

  return {
    choice: choice as ReadonlySignal<SleepChoice | undefined>,
    /** Seconds until the pause at the present speed; undefined without a timer. */
    remaining: remaining as ReadonlySignal<number | undefined>,
    /** 1 is full; lower in the last seconds. */
    volume: computed(() => Math.min(1, Math.max(0, (remaining.value ?? FADE_SECONDS) / FADE_SECONDS))),
    set,
    extend,
    cancel,
    restAt,
    advanced,
  }
}
