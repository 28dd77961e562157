import { MINUTE_MS } from '../calendar.ts'
import { CLAIM_LIMIT_MS } from '../usage/finality.ts'

/** Time settled and claimed by a lease so far. Instants and durations in milliseconds. */
export interface LeaseAccount {
  settledUntil: number
  claimedMs: number
}

/** The longest time that a heartbeat is taken to have spent on the network: as long as a page waits for an answer. */
const DELAY_MS = 15_000

/** A claim of time, as a heartbeat makes it. */
export interface Claim {
  /** Cumulative over the lease. */
  activeMs: number
  /** Since the activity stopped; 0 while it goes on. */
  idleMs: number
}

/** An interval of the server's time, both ends in epoch milliseconds. */
export interface Span {
  from: number
  to: number
}

/**
 * Returns the interval of server time that a claim is credited for: as long as the claim exceeds the previous
 * heartbeat, but no longer than the time that passed since. It continues the settled time, unless the page says that
 * the activity was more than `DELAY_MS` later: a shorter gap is the network's delay, and a heartbeat credited up to its
 * late arrival would take the room of the next one. Never before the lease's first heartbeat, nor in the future.
 * Undefined when nothing is credited.
 */
export function creditedSpan(account: LeaseAccount, claim: Claim, now: number): Span | undefined {
  const newlyClaimedMs = claim.activeMs - account.claimedMs
  const [stoppedAt, continuedUntil] = [now - claim.idleMs, account.settledUntil + newlyClaimedMs]
  const to = Math.min(now, stoppedAt - continuedUntil <= DELAY_MS ? continuedUntil : stoppedAt)
  const from = Math.max(to - newlyClaimedMs, account.settledUntil, now - CLAIM_LIMIT_MS)
  return from < to ? { from, to } : undefined
}

/** The longest carried claim: covers clocks of nodes that differ. */
const CARRIED_MS = 5000

/**
 * Returns the part of a claim that the server's clock left no room for, and that the next heartbeat claims again: a
 * heartbeat that arrives early, or on a node whose clock is behind, loses nothing.
 */
export function carriedClaim({ claimedMs }: LeaseAccount, { activeMs }: Claim, span: Span | undefined): number {
  const creditedMs = span ? span.to - span.from : 0
  return Math.max(0, Math.min(CARRIED_MS, activeMs - claimedMs - creditedMs))
}

/** The part of an interval that is in one minute of the clock. */
export interface MinuteCredit {
  /** Minutes since the epoch. */
  minute: number
  ms: number
  /** Its end, in epoch milliseconds. */
  until: number
}

/**
 * Cuts an interval at the minutes of the clock, and leaves out of each minute the time already credited to this member,
 * so that no moment is counted twice for several tabs or devices. `creditedUntil`: the instant up to which each minute
 * is credited.
 */
export function cutIntoMinutes(span: Span, creditedUntil: ReadonlyMap<number, number>): MinuteCredit[] {
  const credits: MinuteCredit[] = []
  for (let minute = Math.floor(span.from / MINUTE_MS); minute * MINUTE_MS < span.to; minute++) {
    const start = minute * MINUTE_MS
    const from = Math.max(span.from, start, creditedUntil.get(minute) ?? 0)
    const until = Math.min(span.to, start + MINUTE_MS)
    if (from < until) credits.push({ minute, ms: until - from, until })
  }
  return credits
}
