import { type Month, monthInterval } from '../calendar.ts'

/**
 * How long activity may still be claimed, after a lost connection or the end of a month. After it a month's report is
 * final.
 */
export const CLAIM_LIMIT_MS = 2 * 3_600_000
/** How long writes begun before a month was final may still commit; the clocks of nodes differ, too. */
const LATE_WRITES_MS = 3_600_000

/** Returns when the report of a month becomes final, in epoch milliseconds. */
export function finalAt(month: Month, timeZone: string): number {
  return monthInterval(month, timeZone).endsAt + CLAIM_LIMIT_MS
}

/** Returns whether the report of a month is final and no write of it can be under way on any node. */
export function isFinalEverywhere(month: Month, timeZone: string, now: number): boolean {
  return finalAt(month, timeZone) + LATE_WRITES_MS <= now
}
