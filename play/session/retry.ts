const FIRST_DELAY_MS = 2000
const LONGEST_DELAY_MS = 60_000

/**
 * Retries a failed delivery with exponential back-off. `later` starts a timer and returns a function that cancels it.
 */
export function createRetry(later: (run: () => void, delayMs: number) => () => void, deliver: () => void) {
  let delayMs = FIRST_DELAY_MS
  let cancelTimer: (() => void) | undefined

  function cancel() {
    cancelTimer?.()
    cancelTimer = undefined
  }

  /** Retries at once: the network is back. */
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
    /** Resets the delay after a success. */
    reset() {
      delayMs = FIRST_DELAY_MS
    },
    cancel,
  }
}
