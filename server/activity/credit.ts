import { MINUTE_MS } from '../calendar.ts'
import { CLAIM_LIMIT_MS } from '../usage/figures.ts'

/** The state of a lease that was already credited. Instants and lengths in milliseconds. */
export interface LeaseAccount {
  settledUntil: number
  claimedMs: number
}

/** A claim of time, as a heartbeat makes it. */
export interface Claim {
  /** Cumulative over the lease. */
  activeMs: number
  /** Since the activity stopped; 0 while it goes on. */
  idleMs: number
}

/** A stretch of the server's time, both ends in epoch milliseconds. */
export interface Span {
  from: number
  to: number
}

/**
 * The stretch of the server's time that a claim is worth: as long as what was claimed anew, and never longer than the
 * time that passed since the last settlement; never before the lease was heard of, never in the future. It lies where
 * the page says the activity was, as far as there is room. Undefined when it is worth nothing.
 */
export function creditedSpan(account: LeaseAccount, claim: Claim, now: number): Span | undefined {
  const newlyClaimedMs = claim.activeMs - account.claimedMs
  const to = Math.min(now, Math.max(now - claim.idleMs, account.settledUntil + newlyClaimedMs))
  const from = Math.max(to - newlyClaimedMs, account.settledUntil, now - CLAIM_LIMIT_MS)
  return from < to ? { from, to } : undefined
}

/** A part of a span that lies in one minute of the clock. */
export interface MinuteCredit {
  /** Minutes since the epoch. */
  minute: number
  ms: number
  /** Where it ends, epoch milliseconds. */
  until: number
}

/**
 * A span cut at the minutes of the clock, each part only from where that minute was last credited to this member:
 * no moment is given twice, however many tabs and devices claim it. `takenUntil` is that instant, by minute.
 */
export function cutIntoMinutes(span: Span, takenUntil: ReadonlyMap<number, number>): MinuteCredit[] {
  const credits: MinuteCredit[] = []
  for (let minute = Math.floor(span.from / MINUTE_MS); minute * MINUTE_MS < span.to; minute++) {
    const start = minute * MINUTE_MS
    const from = Math.max(span.from, start, takenUntil.get(minute) ?? 0)
    const until = Math.min(span.to, start + MINUTE_MS)
    if (from < until) credits.push({ minute, ms: until - from, until })
  }
  return credits
}
