import type { Database } from '../db/database.ts'
import { toKey } from '../db/ids.ts'
import type { Launch } from '../db/tables.ts'
import { addAccessEvent } from '../members/access-events.ts'
import { readToken } from '../secrets.ts'

export type RefusalReason = 'malformed' | 'unknown' | StoredReason
type StoredReason = NonNullable<Launch['refused_reason']>

/**
 * Records why a launch token was refused, for the operator's metrics and the partner's panel; the caller gets the same
 * answer for all reasons. Stored with the launch and the member, once for each reason, so that repeating a request
 * writes nothing.
 */
export async function recordRefusal(
  db: Database,
  now: number,
  launchToken: string,
  requestId: string,
): Promise<RefusalReason> {
  const presented = readToken('lt', launchToken)
  if (!presented) return 'malformed'
  const id = toKey(presented.uuid)
  const launch = await db.read
    .selectFrom('launch')
    .leftJoin('partner', 'partner.id', 'launch.partner_id')
    .leftJoin('credential', 'credential.id', 'launch.credential_id')
    .select(['launch.partner_id', 'member_id', 'consumed_at', 'expires_at', 'refused_reason'])
    .select(['suspended_at', 'views_ended_at'])
    .where('launch.id', '=', id)
    .where('launch.secret_hash', '=', presented.hash)
    .executeTakeFirst()
  if (!launch) return 'unknown'
  const reason = reasonOf(launch, now)
  if (launch.refused_reason === reason) return reason
  await db.write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('launch')
      .set({ refused_at: now, refused_reason: reason })
      .where('id', '=', id)
      .where((row) => row.or([row('refused_reason', 'is', null), row('refused_reason', '<>', reason)]))
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return
    await addAccessEvent(tx, now, { partner_id: launch.partner_id, id: launch.member_id }, `link-${reason}`, requestId)
  })
  return reason
}

function reasonOf(
  launch: Pick<Launch, 'consumed_at' | 'expires_at'> & { suspended_at: number | null; views_ended_at: number | null },
  now: number,
): StoredReason {
  if (launch.consumed_at !== null) return 'used'
  if (launch.expires_at <= now) return 'expired'
  if (launch.suspended_at !== null) return 'suspended'
  return launch.views_ended_at === null ? 'revoked' : 'credential'
}
