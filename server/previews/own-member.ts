import { UNAUDITED } from '../audit/audit.ts'
import type { Transaction } from '../db/database.ts'
import type { Admin } from '../db/tables.ts'
import { findMember, restoreMember, revokeMember } from '../members/member.ts'
import { previewMemberOf } from './preview.ts'
import { sandboxOf, trialMemberId } from './trial.ts'

type Owner = Pick<Admin, 'public_id' | 'partner_id'>

/**
 * Revokes the member that an admin opened a preview or trial as. Returns that member's id, if any; the caller ends the
 * open views after the commit.
 */
export async function revokeOwnMember(tx: Transaction, now: number, admin: Owner): Promise<number | undefined> {
  const member = await findOwnMember(tx, admin)
  if (member) await revokeMember(tx, now, member, UNAUDITED)
  return member?.id
}

/** Restores the admin's own member. Ended sessions stay ended. */
export async function restoreOwnMember(tx: Transaction, now: number, admin: Owner): Promise<void> {
  const member = await findOwnMember(tx, admin)
  if (member) await restoreMember(tx, now, member, UNAUDITED)
}

function findOwnMember(tx: Transaction, { public_id: publicId, partner_id: partnerId }: Owner) {
  if (partnerId !== null) return findMember(tx, sandboxOf(partnerId), trialMemberId(publicId))
  const { tenancy, externalUserId } = previewMemberOf(publicId)
  return findMember(tx, tenancy, externalUserId)
}
