import { type ReadonlySignal, signal } from '@preact/signals'

/** Creates the sleep timer of read-along. `chapter`: until this chapter ends; a number: seconds of playback left. */
export function createReadAlongSleep() {
  const remaining = signal<'chapter' | number | undefined>()

  return {
    remaining: remaining as ReadonlySignal<'chapter' | number | undefined>,
    set(next: 'chapter' | number | undefined) {
      remaining.value = next
    },
    /** Counts played seconds. Returns true when it is time to pause, and the timer is off again. */
    advanced(seconds: number): boolean {
      if (typeof remaining.value !== 'number') return false
      const left = remaining.value - seconds
      remaining.value = left > 0 ? left : undefined
      return left <= 0
    },
    /** The chapter ended. Returns true when it is time to pause, and the timer is off again. */
    chapterEnded(): boolean {
      if (remaining.value !== 'chapter') return false
      remaining.value = undefined
      return true
    },
  }
}
