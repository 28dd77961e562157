import { type ReadonlySignal, signal } from '@preact/signals'

/** By then, sound has begun on all but the slowest lines. */
const LONG_WAIT_MS = 8000

/**
 * Decides when the member is told that no sound comes. By the time that passes: engines may report that the sound plays
 * when it does not advance.
 */
export function createLongWait(isWanted: ReadonlySignal<boolean>, now: () => number) {
  const isLong = signal(false)
  let since = 0

  return {
    /** Whether requested playback has brought no sound for long. */
    isLong: isLong as ReadonlySignal<boolean>,
    /** The sound advanced, or is to come from elsewhere. */
    restart() {
      since = now()
      isLong.value = false
    },
    /** Call it every second. */
    check() {
      if (!isWanted.peek()) since = now()
      isLong.value = now() - since >= LONG_WAIT_MS
    },
  }
}
