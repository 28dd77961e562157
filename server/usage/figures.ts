import type { UsageReport } from '@estante/contract/partner/usage.ts'
import type { ExpressionBuilder } from 'kysely'
import type { Tables, UsageMonth } from '../db/tables.ts'
import type { Tenancy } from '../tenancy.ts'

/** Figures of a month's report: of all members, of one, or a title's share. */
export type Figures = UsageReport['totals']

export const NOTHING: Figures = { activeUsers: 0, titlesStarted: 0, listeningSeconds: 0, readingChapters: 0 }

/** The least listening time that puts a member without a chapter read in the report. */
const LISTED_AFTER_MS = 1000

/** The member that usage is counted for. */
export interface UsageSubject extends Tenancy {
  memberId: number
}

export type UsageCounts = Pick<UsageMonth, 'listening_ms' | 'titles_started' | 'chapters_read'>

/** Converts a member's month to the figures of the report, in whole seconds. */
export function toFigures({ listening_ms, titles_started, chapters_read }: UsageCounts): Figures {
  if (listening_ms < LISTED_AFTER_MS && chapters_read === 0) return NOTHING
  return {
    activeUsers: 1,
    titlesStarted: titles_started,
    listeningSeconds: Math.floor(listening_ms / 1000),
    readingChapters: chapters_read,
  }
}

/** Builds the SQL condition for a month with figures (`toFigures`). */
export function isListed(row: ExpressionBuilder<Tables, 'usage_month'>) {
  return row.or([row('listening_ms', '>=', LISTED_AFTER_MS), row('chapters_read', '>', 0)])
}

/** Formats a member's last activity in a month as ISO 8601; null for an erased member. */
export function toLastActivity({ last_activity_at }: Pick<UsageMonth, 'last_activity_at'>): string | null {
  return last_activity_at === 0 ? null : new Date(last_activity_at).toISOString()
}
