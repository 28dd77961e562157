import { RangeRefusal } from './range-request.ts'

const RETRY_MS = 1000
export const MAX_RETRY_MS = 8000
/** A policy or a store may let the media element read its files, but not the page. */
const TRIES_WITHOUT_BYTES = 2
/** Consecutive fresh addresses that are refused. */
const REFUSALS = 3

/** Repeats the failed requests of a stream, and waits between them. */
export function createStreamAttempts(host: { onBytes(): void; onRefused(): void }) {
  let waiter: { isRetry: boolean; goOn(): void } | undefined
  let hasBytes = false

  /** Retries until it succeeds, or is no longer needed. */
  async function attempt<T>(act: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> {
    let refusals = 0
    for (let tries = 1; ; tries++) {
      try {
        return await act()
      } catch (error) {
        if (signal.aborted) return undefined
        if (error instanceof RangeRefusal) {
          if (++refusals > REFUSALS) throw error
          host.onRefused()
        } else if (!isNetworkFailure(error) || (!hasBytes && tries >= TRIES_WITHOUT_BYTES && navigator.onLine)) {
          throw error
        }
      }
      await waitForChange(Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** (tries - 1)))
      if (signal.aborted) return undefined
    }
  }

  function waitForChange(retryMs?: number): Promise<void> {
    return new Promise((resolve) => {
      const goOn = () => {
        clearTimeout(timer)
        waiter = undefined
        resolve()
      }
      const timer = retryMs === undefined ? undefined : setTimeout(goOn, retryMs)
      waiter = { isRetry: retryMs !== undefined, goOn }
    })
  }

  return {
    attempt,
    waitForChange,
    /** Ends a wait, also one before a retry. Returns false when there was none. */
    goOn() {
      const ended = waiter
      ended?.goOn()
      return ended !== undefined
    },
    /** Ends a wait for a change, but not the delay before a retry. */
    played: () => !waiter?.isRetry && waiter?.goOn(),
    /** Bytes arrived: the page may read the files. */
    arrived() {
      hasBytes = true
      host.onBytes()
    },
  }
}

function isNetworkFailure(error: unknown): boolean {
  return error instanceof TypeError
}
