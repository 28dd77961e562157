import { computed, type ReadonlySignal, signal } from '@preact/signals'

/** Minutes of listening, or until this chapter or the next one ends. */
export type SleepChoice = { minutes: number } | { endOfChapter: 'this' | 'next' }

export const sleepMinutes = [5, 10, 15, 30, 45, 60]

/** As one tap more gives, and for how long before the end it is offered. */
export const MORE_MINUTES = 5
export const NEARLY_OVER_SECONDS = 60

/** The last seconds get quieter and quieter. */
const FADE_SECONDS = 8
/** Where they cannot, a chapter that ends within these is heard to its end. */
const CHAPTER_END_SECONDS = 60
/** Else it ends where the voice rests, at most so much later. */
export const PAUSE_WITHIN_SECONDS = 20

export interface SleepTimer {
  readonly choice: ReadonlySignal<SleepChoice | undefined>
  /** Seconds until silence at the present speed; undefined while no timer is set. */
  readonly remaining: ReadonlySignal<number | undefined>
  /** 1 is full; goes down in the last seconds. */
  readonly volume: ReadonlySignal<number>
  /** `secondsLeft`: until `end`, where a chapter ends, at the present speed. */
  set(choice: SleepChoice, end: number, secondsLeft: number): void
  /** One tap more: adds minutes to a running timer. */
  extend(minutes: number): void
  cancel(): void
  /** Says where the voice rests, soon after the end. */
  restAt(second: number | undefined): void
  /**
   * Sound advanced for `elapsedSeconds` and is now at `time`, in a chapter that ends at `chapterEnd`. True when it is time
   * to pause; the timer is then off again.
   */
  advanced(elapsedSeconds: number, time: number, rate: number, chapterEnd: number): boolean
}

/** Counts only while sound advances, so a pause does not eat the timer. `canFade`: the volume can be set. */
export function createSleepTimer(canFade: boolean): SleepTimer {
  const choice = signal<SleepChoice | undefined>()
  const remaining = signal<number | undefined>()
  let lastSecond = Number.POSITIVE_INFINITY
  let rest: number | undefined

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

  function advanced(elapsedSeconds: number, time: number, rate: number, chapterEnd: number) {
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
    // The next chapter has come.
    if ('endOfChapter' in choice.value && lastSecond <= chapterEnd) choice.value = { endOfChapter: 'this' }
    return false
  }

  function restAt(second: number | undefined) {
    rest = second
  }

  const volume = computed(() => Math.min(1, Math.max(0, (remaining.value ?? FADE_SECONDS) / FADE_SECONDS)))
  return { choice, remaining, volume, set, extend, cancel, restAt, advanced }
}
