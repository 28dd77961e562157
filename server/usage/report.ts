import { setImmediate as nextTurn } from 'node:timers/promises'
import type { UsageReport, UsageReportUser } from '@estante/contract/partner/usage.ts'
import type { Kysely } from 'kysely'
import type { Tables, UsageMonth } from '../db/tables.ts'
import type { Tenancy } from '../members/member.ts'
import { isListed, toFigures } from './figures.ts'

const ROWS_A_READ = 1000

/**
 * The report of a month as JSON text, a thousand members at a time: never held whole, never long on the event loop.
 * The totals are summed from the very rows that were sent and come last, so the two always agree. Nothing is sent before
 * the first of them were read: a database that is away has an answer of its own.
 */
export async function* writeUsageReport(db: Kysely<Tables>, tenancy: Tenancy, month: string): AsyncGenerator<string> {
  const totals: UsageReport['totals'] = { activeUsers: 0, titlesStarted: 0, listeningSeconds: 0, readingChapters: 0 }
  let before = `{"month":${JSON.stringify(month)},"users":[`
  for await (const rows of readUsage(db, tenancy, month)) {
    const users = rows.map(toUsageReportUser)
    for (const row of rows) {
      const figures = toFigures(row)
      totals.activeUsers += figures.activeUsers
      totals.titlesStarted += figures.titlesStarted
      totals.listeningSeconds += figures.listeningSeconds
      totals.readingChapters += figures.readingChapters
    }
    yield before + JSON.stringify(users).slice(1, -1)
    before = ','
  }
  yield `${before === ',' ? '' : before}],"totals":${JSON.stringify(totals)}}`
}

/** The rows of a month's report, a thousand at a time, in order of identifier. */
export async function* readUsage(db: Kysely<Tables>, tenancy: Tenancy, month: string): AsyncGenerator<UsageMonth[]> {
  let after = ''
  while (true) {
    const rows = await db
      .selectFrom('usage_month')
      .selectAll()
      .where('partner_id', '=', tenancy.partnerId)
      .where('environment', '=', tenancy.environment)
      .where('month', '=', month)
      .where('external_user_id', '>', after)
      .where(isListed)
      .orderBy('external_user_id')
      .limit(ROWS_A_READ)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows
    if (rows.length < ROWS_A_READ) return
    after = last.external_user_id
    // SQLite answers without waiting: a client that reads fast would keep everybody else out until the end.
    await nextTurn()
  }
}

/** A member's month as partners see it. */
export function toUsageReportUser(row: UsageMonth): UsageReportUser {
  const { titlesStarted, listeningSeconds } = toFigures(row)
  return {
    externalUserId: row.external_user_id,
    titlesStarted,
    listeningSeconds,
    lastActivityAt: new Date(row.last_activity_at).toISOString(),
  }
}
