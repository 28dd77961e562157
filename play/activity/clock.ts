/** A shorter lead of the wall clock is its adjustment over the network. */
const SHORTEST_SLEEP_MS = 1000

/**
 * Creates a clock in milliseconds that never runs backwards, and that also counts the time in which the device sleeps:
 * outside of Windows, `performance.now()` stands still then (https://github.com/w3c/hr-time/issues/115). A wall clock
 * that is set forward counts as a sleep.
 */
export function createClock(awakeNow = () => performance.now(), wallNow = () => Date.now()): () => number {
  let lead = wallNow() - awakeNow()
  let sleptMs = 0
  return () => {
    const awake = awakeNow()
    const gained = wallNow() - awake - lead
    if (Math.abs(gained) >= SHORTEST_SLEEP_MS) {
      lead += gained
      sleptMs += Math.max(0, gained)
    }
    return awake + sleptMs
  }
}

/** The clock of this page's activity. */
export const now = createClock()
