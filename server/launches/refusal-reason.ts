import type { Database } from '../db/open.ts'
import { readToken } from '../secrets.ts'

export type RefusalReason = 'malformed' | 'unknown' | 'used' | 'expired' | 'revoked'

/** Why a launch token was just refused: for the operator's metrics only, since whoever presents it gets one answer. */
export async function refusalReason(db: Database, now: number, launchToken: string): Promise<RefusalReason> {
  const presented = readToken('lt', launchToken)
  if (!presented) return 'malformed'
  const launch = await db.read
    .selectFrom('launch')
    .select(['consumed_at', 'expires_at'])
    .where('id', '=', `lch_${presented.uuid}`)
    .where('secret_hash', '=', presented.hash)
    .executeTakeFirst()
  if (!launch) return 'unknown'
  if (launch.consumed_at !== null) return 'used'
  return launch.expires_at <= now ? 'expired' : 'revoked'
}
