import { boundedCache } from '../bounded-cache.ts'
import type { Database } from '../db/database.ts'
import { type CallWindow, CLOCK_TOLERANCE_MS, type SharedCallStore } from '../db/shared-call-store.ts'

const WINDOW_MS = 60_000

/** The state of one caller's limit after a call. Seconds, rounded up. */
export interface RateLimitState {
  allowed: boolean
  remaining: number
  /** Seconds until a call is allowed, after a refusal; otherwise until the window is empty. */
  resetSeconds: number
}

export interface RateLimit {
  /** Counts a call, if the caller's limit allows it. */
  take(caller: string, limit: number, now: number): RateLimitState | Promise<RateLimitState>
  /** Uncounts a call made at this instant, which was then refused for another reason. */
  refund(caller: string, limit: number, now: number): void | Promise<void>
  /** Reads how many calls callers used of their limits, in their order, without counting anything. */
  peek(callers: readonly { caller: string; limit: number }[], now: number): number[] | Promise<number[]>
}

/**
 * Limits calls in any 60 seconds (specification, section 8) with a sliding window: a fixed one would let twice the
 * limit through around its edge. Refused calls are not counted, so a caller that honours `Retry-After` is served.
 * Nodes on one PostgreSQL share the count.
 */
export function createRateLimit({ sharedCalls }: Pick<Database, 'sharedCalls'>): RateLimit {
  return sharedCalls ? limitTogether(sharedCalls) : limitAlone()
}

/**
 * Callers that a process counts, the most recent: bounds memory, since strangers choose their addresses. With more
 * callers in a minute the earliest begin again.
 */
export const CALLERS_COUNTED = 20_000

function limitAlone(): RateLimit {
  const calls = boundedCache<CallTimes>(CALLERS_COUNTED)
  return {
    take(caller, limit, now) {
      let times = calls.get(caller)
      if (!times || times.newest > now + CLOCK_TOLERANCE_MS) {
        times = new CallTimes()
        calls.set(caller, times)
      }
      times.forget(now - WINDOW_MS)
      const allowed = times.count < limit
      if (allowed) times.add(now)
      const freedAt = (allowed ? times.newest : times.at(times.count - limit)) + WINDOW_MS
      return { allowed, remaining: Math.max(0, limit - times.count), resetSeconds: secondsUntil(freedAt, now) }
    },
    refund(caller) {
      calls.get(caller)?.dropNewest()
    },
    peek(callers, now) {
      return callers.map(({ caller, limit }) => {
        const times = calls.get(caller)
        if (!times || times.newest > now + CLOCK_TOLERANCE_MS) return 0
        times.forget(now - WINDOW_MS)
        return Math.min(limit, times.count)
      })
    },
  }
}

/** The most instants stored for one caller. */
const SHARED_TIMES = 240
/** For how long a node may use calls that it has reserved. */
const SHARE_LIFETIME_MS = 1000

/**
 * Up to 240 calls a minute, each call is counted in the database. Above, a node reserves several and counts them itself
 * for a second; unused ones are lost, so that nodes together never exceed the limit by more than a 240th each.
 */
function limitTogether(shared: SharedCallStore): RateLimit {
  const shares = boundedCache<Share>(CALLERS_COUNTED)

  async function take(caller: string, limit: number, now: number): Promise<RateLimitState> {
    let share = shares.get(caller)
    if (!share || share.left === 0 || Math.abs(now - share.at) >= SHARE_LIFETIME_MS) {
      share = begin(caller, limit, now)
      shares.set(caller, share)
    }
    // Calls that arrive during a reservation wait for it: one for each call would exhaust the limit.
    share.left--
    const left = share.left
    const remaining = await share.remaining
    if (remaining === undefined) return refuse(caller, limit, now)
    return { allowed: true, remaining: remaining + left, resetSeconds: secondsUntil(share.at + WINDOW_MS, now) }
  }

  function begin(caller: string, limit: number, now: number): Share {
    const share = { left: callsEachOf(limit), at: now, remaining: add(caller, limit, now) }
    const giveUp = () => {
      share.left = 0
    }
    share.remaining.then((remaining) => remaining === undefined && giveUp(), giveUp)
    return share
  }

  async function add(caller: string, limit: number, now: number): Promise<number | undefined> {
    const window = windowOf(limit)
    const used = await shared.add(caller, now, window)
    return used === undefined ? undefined : Math.max(0, window.count - used) * callsEachOf(limit)
  }

  async function refuse(caller: string, limit: number, now: number): Promise<RateLimitState> {
    const oldest = await shared.oldest(caller, windowOf(limit))
    return { allowed: false, remaining: 0, resetSeconds: secondsUntil((oldest ?? now) + WINDOW_MS, now) }
  }

  /** Refunds a call that was counted in the database. A reserved one is lost, like any unused reserved call. */
  async function refund(caller: string, limit: number, now: number): Promise<void> {
    if (callsEachOf(limit) === 1) await shared.remove(caller, now)
  }

  async function peek(callers: readonly { caller: string; limit: number }[], now: number): Promise<number[]> {
    const names = callers.map(({ caller }) => caller)
    const uses = await shared.uses(names, now, WINDOW_MS)
    return callers.map(({ caller, limit }) => Math.min(limit, (uses.get(caller) ?? 0) * callsEachOf(limit)))
  }

  return { take, refund, peek }
}

/** Calls that a node has reserved. */
interface Share {
  left: number
  at: number
  /** Calls left in the limit after the reservation; undefined when none could be reserved. */
  remaining: Promise<number | undefined>
}

function windowOf(limit: number): CallWindow {
  return { count: Math.floor(limit / callsEachOf(limit)), windowMs: WINDOW_MS }
}

/** Returns how many calls one stored instant stands for. */
function callsEachOf(limit: number): number {
  return Math.ceil(limit / SHARED_TIMES)
}

function secondsUntil(instant: number, now: number): number {
  return Math.max(1, Math.ceil((instant - now) / 1000))
}

/** Call times, oldest first. Expired ones are dropped in bulk. */
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

  dropNewest(): void {
    if (this.count > 0) this.#times.pop()
  }

  forget(until: number): void {
    while (this.#first < this.#times.length && (this.#times[this.#first] ?? 0) <= until) this.#first++
    // Only once half of them have expired: dropping copies the rest, which may be millions.
    if (this.#first > 256 && this.#first > this.#times.length / 2) {
      this.#times = this.#times.slice(this.#first)
      this.#first = 0
    }
  }
}
