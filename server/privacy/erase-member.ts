import { randomUUID } from 'node:crypto'
import { type Actor, appendErasure } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { requestCompaction } from '../db/compaction.ts'
import type { Transaction } from '../db/database.ts'
import { notify } from '../db/notify.ts'
import type { Member } from '../db/tables.ts'
import { REVOKED } from '../members/member.ts'
import { memberKeyOf, ofMember, ofTenancy } from '../tenancy.ts'
import { removeRewrittenReports } from '../usage/report-cache.ts'
import { raiseRevision } from '../usage/revision.ts'
import type { MemberRow } from './find-rows.ts'
import { removeActivity } from './remove-activity.ts'

export interface Erasure {
  find(tx: Transaction): Promise<Member | undefined>
  actor: Actor
  /** Ends the member's views in this process; others learn of the revocation (`createOpenViews`). */
  endViews?(memberId: number): void
}

/**
 * Erases a member, for the Partner API, the panel and the command line: identifier, e-mail and name first, then their
 * activity. Reports keep their totals under the pseudonym that is returned. Undefined for a member who is unknown or
 * was erased.
 */
export async function eraseMember(
  context: Context,
  { find, actor, endViews }: Erasure,
): Promise<{ pseudonym: string } | undefined> {
  const { db, clock } = context
  const erased = await db.write(async (tx) => {
    const found = await find(tx)
    return found && forgetPerson(tx, clock.now(), found, actor)
  })
  if (!erased) return undefined
  endViews?.(erased.member.id)
  await removeRewrittenReports(context)
  await removeActivity(db, erased.member)
  return { pseudonym: erased.pseudonym }
}

/** The columns that stay in an erased member's row until it is deleted. All others are overwritten. */
type RetainedColumn = 'partner_id' | 'id' | 'public_id' | 'environment' | 'created_at'

/**
 * Removes the member's identifying data, in one transaction. From its commit on, sessions and launches are void,
 * concurrent heartbeats are refused, and the identifier is free. The row stays a little longer, so that other processes
 * notice the revocation and end open views (`removeErasedMember`).
 */
async function forgetPerson(
  tx: Transaction,
  now: number,
  { partner_id, id }: Member,
  actor: Actor,
): Promise<{ member: MemberRow; pseudonym: string } | undefined> {
  const member = await tx
    .updateTable('member')
    .set(
      (row) =>
        ({
          external_user_id: null,
          email: null,
          email_key: null,
          name: null,
          revoked_at: now,
          revocation_count: row('revocation_count', '+', 1),
          erased_at: now,
        }) satisfies Record<Exclude<keyof Member, RetainedColumn>, unknown>,
    )
    .where('partner_id', '=', partner_id)
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .returning(['partner_id', 'environment', 'id'])
    .executeTakeFirst()
  if (!member) return undefined
  const pseudonym = `apagado-${randomUUID()}`
  await renameInReports(tx, member, pseudonym)
  await tx
    .updateTable('audit')
    .set({ subject: pseudonym, detail: null, member_id: null })
    .where(ofMember(memberKeyOf(member)))
    .execute()
  await appendErasure(tx, now, actor, pseudonym)
  notify(tx, REVOKED, String(id))
  await requestCompaction(tx)
  return { member, pseudonym }
}

/** Keeps the figures of each month, and so the totals; removes the instant of the last activity. */
async function renameInReports(tx: Transaction, member: MemberRow, pseudonym: string): Promise<void> {
  const key = memberKeyOf(member)
  const renamed = await tx
    .updateTable('usage_month')
    .set({ external_user_id: pseudonym, member_id: null, last_activity_at: 0 })
    .where(ofMember(key))
    .returning('month')
    .execute()
  for (const { month } of renamed) {
    await raiseRevision(tx, key, month)
    await tx
      .deleteFrom('usage_anomaly')
      .where(ofTenancy(key))
      .where('month', '=', month)
      .where('member_id', '=', key.memberId)
      .execute()
  }
}
