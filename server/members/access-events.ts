import type { Transaction } from '../db/database.ts'
import { newUuid, toKey } from '../db/ids.ts'
import type { Member } from '../db/tables.ts'

/**
 * The kinds of events. Rows store a kind as its index here, so a new kind is added at the end. `session-…`: a session
 * call was refused: the member was revoked, their e-mail is another member's, or another identifier's call sent their
 * e-mail. `link-…`: a link was refused. Others: a change of access, and where it was made.
 */
const ACCESS_EVENT_KINDS = [
  'session-revoked',
  'session-email-in-use',
  'session-email-conflict',
  'link-used',
  'link-expired',
  'link-revoked',
  'link-suspended',
  'blocked-by-call',
  'blocked-in-panel',
  'restored-by-call',
  'restored-in-panel',
  'link-credential',
] as const

type AccessEventKind = (typeof ACCESS_EVENT_KINDS)[number]

export function nameOfKind({ kind }: { kind: number }): AccessEventKind {
  return ACCESS_EVENT_KINDS[kind] as AccessEventKind
}

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
 * Records an event that granted or refused a member access. Skips an existing one: an earlier attempt wrote it and its
 * answer was lost.
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
    .values({
      partner_id: member.partner_id,
      member_id: member.id,
      id: toKey(id),
      at: now,
      kind: ACCESS_EVENT_KINDS.indexOf(kind),
      omitted,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes events that a later one summarizes. */
export async function removeAccessEvent(tx: Transaction, partnerId: number, id: string): Promise<void> {
  await tx.deleteFrom('access_event').where('partner_id', '=', partnerId).where('id', '=', toKey(id)).execute()
}
