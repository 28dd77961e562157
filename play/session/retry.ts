const FIRST_DELAY_MS = 2000
const LONGEST_DELAY_MS = 60_000

/** Retries a delivery that failed, each time after twice the delay. `later` starts a timer and returns how to cancel it. */
export function createRetry(later: (run: () => void, delayMs: number) => () => void, deliver: () => void) {
  let delayMs = FIRST_DELAY_MS
  let cancelTimer: (() => void) | undefined

  function cancel() {
    cancelTimer?.()
    cancelTimer = undefined
  }

  /** Tries at once, whatever the back-off says: the network is back. */
  function retryNow() {
    cancel()
    deliver()
  }

  return {
    isPending: () => cancelTimer !== undefined,
    schedule() {
      cancel()
      cancelTimer = later(retryNow, delayMs)
      delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS)
    },
    retryNow,
    /** A delivery succeeded: the next failure waits the first delay again. */
    reset() {
      delayMs = FIRST_DELAY_MS
    },
    cancel,
  }
}
