import type { Database } from '../db/open.ts'
import { readToken } from '../secrets.ts'

export type RefusalReason = 'malformed' | 'unknown' | 'used' | 'expired' | 'revoked'

/**
 * Why a launch token was just refused, for the operator's metrics and the partner's panel: whoever presents it gets one
 * answer. It is kept with the launch, once for each reason, so that asking again and again writes nothing.
 */
export async function noteRefusal(db: Database, now: number, launchToken: string): Promise<RefusalReason> {
  const presented = readToken('lt', launchToken)
  if (!presented) return 'malformed'
  const id = `lch_${presented.uuid}`
  const launch = await db.read
    .selectFrom('launch')
    .select(['consumed_at', 'expires_at', 'refused_reason'])
    .where('id', '=', id)
    .where('secret_hash', '=', presented.hash)
    .executeTakeFirst()
  if (!launch) return 'unknown'
  const reason = launch.consumed_at !== null ? 'used' : launch.expires_at <= now ? 'expired' : 'revoked'
  if (launch.refused_reason === reason) return reason
  await db.write((tx) =>
    tx
      .updateTable('launch')
      .set({ refused_at: now, refused_reason: reason })
      .where('id', '=', id)
      .where((row) => row.or([row('refused_reason', 'is', null), row('refused_reason', '<>', reason)]))
      .execute(),
  )
  return reason
}
