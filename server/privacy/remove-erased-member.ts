import type { Context } from '../context.ts'
import { removeActivity } from './remove-activity.ts'

/** Longer than any request or statement takes that had begun before the erasure. */
const ARRIVED_AFTER_MS = 60_000

/**
 * Removes the remaining row of one erased member, and rows added by writes that were in progress. Returns how many
 * members it removed: at most one.
 */
export async function removeErasedMember({ db }: Context, now: number): Promise<number> {
  const member = await db.read
    .selectFrom('member')
    .select(['partner_id', 'environment', 'id'])
    .where('erased_at', '<', now - ARRIVED_AFTER_MS)
    .orderBy('erased_at')
    .limit(1)
    .executeTakeFirst()
  if (!member) return 0
  await removeActivity(db, member)
  const { numDeletedRows } = await db.write((tx) =>
    tx
      .deleteFrom('member')
      .where('partner_id', '=', member.partner_id)
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow(),
  )
  return Number(numDeletedRows)
}
