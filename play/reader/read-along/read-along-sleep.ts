import { type ReadonlySignal, signal } from '@preact/signals'

/** `chapter`: until this chapter ends; a number: minutes of playback. */
export const SLEEP_CHOICES = ['never', 'chapter', '15', '30'] as const
type SleepChoice = (typeof SLEEP_CHOICES)[number]

/** Creates the sleep timer of a voice. */
export function createReadAlongSleep() {
  const choice = signal<SleepChoice>('never')
  const secondsLeft = signal<number | undefined>()

  function set(next: SleepChoice) {
    choice.value = next
    const minutes = Number(next)
    secondsLeft.value = minutes > 0 ? minutes * 60 : undefined
  }

  return {
    choice: choice as ReadonlySignal<SleepChoice>,
    /** Seconds of playback left to a timer of minutes. */
    secondsLeft: secondsLeft as ReadonlySignal<number | undefined>,
    set,
    /** Counts played seconds. Returns true when it is time to pause, and the timer is off again. */
    advanced(seconds: number): boolean {
      if (secondsLeft.value === undefined) return false
      secondsLeft.value -= seconds
      if (secondsLeft.value > 0) return false
      set('never')
      return true
    },
    /** The chapter ended. Returns true when it is time to pause, and the timer is off again. */
    chapterEnded(): boolean {
      if (choice.value !== 'chapter') return false
      set('never')
      return true
    },
  }
}
