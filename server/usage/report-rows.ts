import type { UsageMember } from '@estante/contract/panel/usage.ts'
import type { Month } from '../calendar.ts'
import type { Connection } from '../db/database.ts'
import type { UsageMonth } from '../db/tables.ts'
import { displayNameOf } from '../display-name.ts'
import { type KeysetSection, PREFIX_UPPER_BOUND } from '../http/keyset-pagination.ts'
import type { Tenancy } from '../tenancy.ts'
import { isListed, toFigures, toLastActivity } from './figures.ts'

/** A line of a report, with the member's id and present name. */
export type ReportRow = UsageMonth & { known_id: string | null; name: string | null }

/** Returns the lines of a month's report whose identifier has a prefix, as a section of a list. */
export function monthMembers(
  db: Connection,
  tenancy: Tenancy,
  month: Month,
  beginning = '',
): KeysetSection<UsageMember> {
  return {
    read: async (direction, key, limit) => {
      const lines = await selectReportRows(db, tenancy, month)
        .where('usage_month.external_user_id', '>=', beginning)
        .where('usage_month.external_user_id', '<', beginning + PREFIX_UPPER_BOUND)
        .$if(key !== undefined, (query) =>
          query.where('usage_month.external_user_id', direction === 'after' ? '>' : '<', key ?? ''),
        )
        .orderBy('usage_month.external_user_id', direction === 'after' ? 'asc' : 'desc')
        .limit(limit)
        .execute()
      return lines.map(toUsageMember)
    },
    keyOf: ({ externalUserId }) => externalUserId,
  }
}

/** Finds a member's line in a month's report. Undefined when there is none. */
export async function findMonthMember(
  db: Connection,
  tenancy: Tenancy,
  month: Month,
  externalUserId: string,
): Promise<UsageMember | undefined> {
  const line = await selectReportRows(db, tenancy, month)
    .where('usage_month.external_user_id', '=', externalUserId)
    .executeTakeFirst()
  return line && toUsageMember(line)
}

/** Selects the lines of a month's report, with the members' present names. */
export function selectReportRows(db: Connection, { partnerId, environment }: Tenancy, month: Month) {
  return db
    .selectFrom('usage_month')
    .leftJoin('member', (join) =>
      join.onRef('member.partner_id', '=', 'usage_month.partner_id').onRef('member.id', '=', 'usage_month.member_id'),
    )
    .selectAll('usage_month')
    .select(['member.public_id as known_id', 'member.name'])
    .where('usage_month.partner_id', '=', partnerId)
    .where('usage_month.environment', '=', environment)
    .where('usage_month.month', '=', month)
    .where(isListed)
}

function toUsageMember(line: ReportRow): UsageMember {
  const { titlesStarted, listeningSeconds, readingChapters } = toFigures(line)
  return {
    memberId: line.known_id,
    externalUserId: line.external_user_id,
    name: displayNameOf(line),
    titlesStarted,
    listeningSeconds,
    readingChapters,
    lastActivityAt: toLastActivity(line),
  }
}
