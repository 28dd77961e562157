import type { Transaction } from '../db/database.ts'
import type { Admin } from '../db/tables.ts'
import { findMember, restoreMember, revokeMember } from '../members/member.ts'
import { previewMemberOf } from './preview.ts'
import { sandboxOf, trialMemberId } from './trial.ts'

type Owner = Pick<Admin, 'id' | 'partner_id'>

/**
 * What an admin opened as a member from the panel, a preview or a trial, ends with what they may do there. Answers which
 * member that is, if any: its open views are ended by the caller once this is committed.
 */
export async function revokeOwnMember(tx: Transaction, now: number, admin: Owner): Promise<number | undefined> {
  const member = await findOwnMember(tx, admin)
  if (member) await revokeMember(tx, now, member)
  return member?.id
}

/** Gives the admin's own member access again. Sessions that ended stay ended. */
export async function restoreOwnMember(tx: Transaction, now: number, admin: Owner): Promise<void> {
  const member = await findOwnMember(tx, admin)
  if (member) await restoreMember(tx, now, member)
}

function findOwnMember(tx: Transaction, { id, partner_id: partnerId }: Owner) {
  if (partnerId !== null) return findMember(tx, sandboxOf(partnerId), trialMemberId(id))
  const { tenancy, externalUserId } = previewMemberOf(id)
  return findMember(tx, tenancy, externalUserId)
}
