import { dayOf, lastDays, QUARTER_MS } from '../calendar.ts'
import type { Database, Transaction } from '../db/database.ts'
import { preparedUpsert } from '../db/upsert.ts'

/** The days of a week, which the panel shows of each credential. */
export const DAYS_OF_CALLS = 7

/**
 * Returns the quarter of an hour of an instant. Every zone's day begins with one, so counts by quarter can be read in
 * any zone.
 */
export function quarterOf(instant: number): number {
  return Math.floor(instant / QUARTER_MS)
}

/** Adds a node's calls to the counts of a credential, by quarter of an hour. All nodes add to the same rows. */
export async function addCalls(
  tx: Transaction,
  timeZone: string,
  credentialId: number,
  callsByQuarter: ReadonlyMap<number, number>,
): Promise<void> {
  const days = new Map<string, number>()
  for (const [quarter, calls] of callsByQuarter) {
    const day = dayOf(quarter * QUARTER_MS, timeZone)
    days.set(day, (days.get(day) ?? 0) + calls)
  }
  await Promise.all(Array.from(days, ([day, calls]) => upsertDay(tx, { credential_id: credentialId, day, calls })))
}

const upsertDay = preparedUpsert('credential_day', { key: ['credential_id', 'day'], add: ['calls'] })

/** Counts the calls of each of the last `DAYS_OF_CALLS` days, today last, for each credential. */
export async function readCallsByDay(
  db: Database,
  now: number,
  timeZone: string,
  credentialIds: number[],
): Promise<Map<number, number[]>> {
  const days = lastDays(now, timeZone, DAYS_OF_CALLS)
  const callsOf = new Map(credentialIds.map((credentialId) => [credentialId, days.map(() => 0)]))
  if (credentialIds.length === 0) return callsOf
  const rows = await db.read
    .selectFrom('credential_day')
    .selectAll()
    .where('credential_id', 'in', credentialIds)
    .where('day', '>=', days[0] ?? '')
    .execute()
  for (const { credential_id, day, calls } of rows) {
    const index = days.indexOf(day)
    const own = callsOf.get(credential_id)
    if (own && index >= 0) own[index] = calls
  }
  return callsOf
}
