const WINDOW_MS = 60_000

/** The state of one caller's limit after a call. Seconds, rounded up. */
export interface RateLimitState {
  allowed: boolean
  remaining: number
  /** Until one more call is allowed when refused; until the window is empty again otherwise. */
  resetSeconds: number
}

/**
 * At most so many calls in any 60 seconds (specification, section 8), counted one by one: a window that slides has no
 * edge where twice the limit fits. A refused call is not counted, so a caller who waits as told is served.
 */
export function createRateLimit() {
  const calls = new Map<string, CallTimes>()

  return {
    take(caller: string, limit: number, now: number): RateLimitState {
      let times = calls.get(caller)
      if (!times) {
        times = new CallTimes()
        calls.set(caller, times)
      }
      times.forget(now - WINDOW_MS)
      const allowed = times.count < limit
      if (allowed) times.add(now)
      const freedAt = (allowed ? times.newest : times.at(times.count - limit)) + WINDOW_MS
      return {
        allowed,
        remaining: Math.max(0, limit - times.count),
        resetSeconds: Math.max(1, Math.ceil((freedAt - now) / 1000)),
      }
    },
  }
}

export type RateLimit = ReturnType<typeof createRateLimit>

/** Times of calls, oldest first; what the window has left behind is dropped in bulk. */
class CallTimes {
  #times: number[] = []
  #first = 0

  get count(): number {
    return this.#times.length - this.#first
  }

  get newest(): number {
    return this.#times.at(-1) ?? 0
  }

  at(index: number): number {
    return this.#times[this.#first + index] ?? 0
  }

  add(time: number): void {
    this.#times.push(time)
  }

  forget(until: number): void {
    while (this.#first < this.#times.length && (this.#times[this.#first] ?? 0) <= until) this.#first++
    if (this.#first > 256) {
      this.#times = this.#times.slice(this.#first)
      this.#first = 0
    }
  }
}
