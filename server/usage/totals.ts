import type { UsageMonth } from '@estante/contract/panel/usage.ts'
import { type Month, monthInterval, nameOfMonth } from '../calendar.ts'
import type { Connection } from '../db/database.ts'
import { ofTenancy, type Tenancy } from '../tenancy.ts'
import { type Figures, NOTHING } from './figures.ts'
import { finalAt } from './finality.ts'

/**
 * Reads the totals of `count` consecutive months up to and including `last`, oldest first. They equal the totals of the
 * months' reports, but are summed by title rather than by member.
 */
export async function readTotals(
  db: Connection,
  tenancy: Tenancy,
  last: Month,
  count: number,
): Promise<{ month: Month; totals: Figures }[]> {
  const months = Array.from({ length: count }, (_, index) => last + index + 1 - count)
  const rows = await db
    .selectFrom('usage_title')
    .select((row) => [
      'month',
      row.fn.sum<number>('active_users').as('activeUsers'),
      row.fn.sum<number>('titles_started').as('titlesStarted'),
      row.fn.sum<number>('listening_seconds').as('listeningSeconds'),
      row.fn.sum<number>('reading_chapters').as('readingChapters'),
    ])
    .where(ofTenancy(tenancy))
    .where('month', '>=', months[0] ?? last)
    .where('month', '<=', last)
    .groupBy('month')
    .execute()
  const found = new Map(rows.map(({ month, ...totals }) => [month, totals]))
  return months.map((month) => ({ month, totals: found.get(month) ?? NOTHING }))
}

/** Returns a month with its totals, its interval, and when it becomes final. */
export function toUsageMonth({ month, totals }: { month: Month; totals: Figures }, timeZone: string): UsageMonth {
  const { startsAt, endsAt } = monthInterval(month, timeZone)
  return {
    month: nameOfMonth(month),
    totals,
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
    closesAt: new Date(finalAt(month, timeZone)).toISOString(),
  }
}
