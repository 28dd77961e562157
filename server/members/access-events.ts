import type { Transaction } from '../db/database.ts'
import { newUuid, toKey } from '../db/ids.ts'
import type { AccessEventKind, Member } from '../db/tables.ts'

/** Records that a member's access was revoked or restored: by the API call with this id, or in the panel. */
export function addAccessChange(
  tx: Transaction,
  now: number,
  member: Pick<Member, 'partner_id' | 'id'>,
  change: 'blocked' | 'restored',
  requestId?: string,
): Promise<void> {
  const kind = requestId === undefined ? (`${change}-in-panel` as const) : (`${change}-by-call` as const)
  return addAccessEvent(tx, now, member, kind, requestId ?? newUuid())
}

/**
 * Records an event that decided whether a member got in. One that exists was written by an earlier attempt whose answer
 * was lost.
 */
export async function addAccessEvent(
  tx: Transaction,
  now: number,
  member: Pick<Member, 'partner_id' | 'id'>,
  kind: AccessEventKind,
  id: string,
  omitted = 0,
): Promise<void> {
  await tx
    .insertInto('access_event')
    .values({ partner_id: member.partner_id, member_id: member.id, id: toKey(id), at: now, kind, omitted })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes events that a later one summarizes. */
export async function removeAccessEvent(tx: Transaction, partnerId: number, id: string): Promise<void> {
  await tx.deleteFrom('access_event').where('partner_id', '=', partnerId).where('id', '=', toKey(id)).execute()
}
