import type { Month } from '../calendar.ts'
import type { Connection, Transaction } from '../db/database.ts'
import type { AnomalyKind } from '../db/tables.ts'
import type { Environment } from '../environment.ts'
import type { UsageCounts, UsageSubject } from './figures.ts'

/** A member with more usage in a month than one person can have. */
export interface Anomaly {
  partnerId: number
  environment: Environment
  month: Month
  memberId: number
  externalUserId: string | null
  kind: AnomalyKind
  at: number
  value: number
}

/** For a month: ten hours of audio a day, or three new titles a day. */
const THRESHOLDS: Record<AnomalyKind, { limit: number; read: (counted: UsageCounts) => number }> = {
  'listening-300h': { limit: 300 * 3600, read: (counted) => Math.floor(counted.listening_ms / 1000) },
  'titles-100': { limit: 100, read: (counted) => counted.titles_started },
}

/** Records that a member's month crossed a threshold, between `before` and `after`. */
export async function recordAnomalies(
  tx: Transaction,
  now: number,
  month: Month,
  { partnerId, environment, memberId }: UsageSubject,
  before: UsageCounts,
  after: UsageCounts,
): Promise<void> {
  for (const kind of Object.keys(THRESHOLDS) as AnomalyKind[]) {
    const { limit, read } = THRESHOLDS[kind]
    if (read(before) >= limit || read(after) < limit) continue
    const subject = { partner_id: partnerId, environment, month, member_id: memberId, kind }
    await tx
      .insertInto('usage_anomaly')
      .values({ ...subject, at: now, value: read(after) })
      .onConflict((conflict) =>
        conflict.columns(['partner_id', 'environment', 'month', 'member_id', 'kind']).doNothing(),
      )
      .execute()
  }
}

/** Reads the crossed thresholds since a month, of all partners, latest first. */
export async function readAnomalies(db: Connection, sinceMonth: Month, limit = 200): Promise<Anomaly[]> {
  return db
    .selectFrom('usage_anomaly')
    .innerJoin('member', (join) =>
      join
        .onRef('member.partner_id', '=', 'usage_anomaly.partner_id')
        .onRef('member.id', '=', 'usage_anomaly.member_id'),
    )
    .select([
      'usage_anomaly.partner_id as partnerId',
      'usage_anomaly.environment',
      'usage_anomaly.month',
      'usage_anomaly.member_id as memberId',
      'member.external_user_id as externalUserId',
      'usage_anomaly.kind',
      'usage_anomaly.at',
      'usage_anomaly.value',
    ])
    .where('usage_anomaly.month', '>=', sinceMonth)
    .orderBy('usage_anomaly.at', 'desc')
    .orderBy('usage_anomaly.member_id')
    .limit(limit)
    .execute()
}
