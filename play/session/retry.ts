const FIRST_DELAY_MS = 2000
const LONGEST_DELAY_MS = 60_000

/** Starts a timer. Returns a function that cancels it. */
export function later(run: () => void, delayMs: number) {
  const timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
}

/** Retries a failed delivery with exponential back-off. */
export function createRetry(startTimer: typeof later, deliver: () => void) {
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
      cancelTimer = startTimer(retryNow, delayMs)
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
