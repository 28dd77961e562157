import type { UsageReport, UsageReportUser } from '@estante/contract/partner/usage.ts'
import type { Kysely } from 'kysely'
import type { Tables, UsageMonth } from '../db/tables.ts'
import type { Tenancy } from '../members/member.ts'

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
    totals.activeUsers += users.length
    for (const user of users) {
      totals.titlesStarted += user.titlesStarted
      totals.listeningSeconds += user.listeningSeconds
    }
    for (const row of rows) totals.readingChapters += row.chapters_read
    yield before + JSON.stringify(users).slice(1, -1)
    before = ','
  }
  yield `${before === ',' ? '' : before}],"totals":${JSON.stringify(totals)}}`
}

async function* readUsage(db: Kysely<Tables>, tenancy: Tenancy, month: string): AsyncGenerator<UsageMonth[]> {
  let after = ''
  while (true) {
    const rows = await db
      .selectFrom('usage_month')
      .selectAll()
      .where('partner_id', '=', tenancy.partnerId)
      .where('environment', '=', tenancy.environment)
      .where('month', '=', month)
      .where('external_user_id', '>', after)
      // A touch that came to nothing is no activity: whoever is listed has a second or a chapter to show.
      .where((row) => row.or([row('listening_ms', '>=', 1000), row('chapters_read', '>', 0)]))
      .orderBy('external_user_id')
      .limit(ROWS_A_READ)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows
    if (rows.length < ROWS_A_READ) return
    after = last.external_user_id
  }
}

/** A member's month as partners see it. Part of a second is not a second. */
function toUsageReportUser(row: UsageMonth): UsageReportUser {
  return {
    externalUserId: row.external_user_id,
    titlesStarted: row.titles_started,
    listeningSeconds: Math.floor(row.listening_ms / 1000),
    lastActivityAt: new Date(row.last_activity_at).toISOString(),
  }
}
