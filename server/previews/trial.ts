import type { TrialMember } from '@estante/contract/panel/first-steps.ts'
import type { SignedInAdmin } from '../admins/admin-session.ts'
import type { Connection, Transaction } from '../db/database.ts'
import { SANDBOX } from '../environment.ts'
import { findMember, upsertMember } from '../members/member.ts'
import type { Tenancy } from '../tenancy.ts'

/** Trials are in the sandbox, whichever environment the panel shows. */
export function sandboxOf(partnerId: number): Tenancy {
  return { partnerId, environment: SANDBOX }
}

/** Returns the external id of the sandbox member that belongs to one admin. */
export function trialMemberId(adminPublicId: string): string {
  return `painel-${adminPublicId}`
}

/** Reads the admin's own member. Before its first trial creates it, it is not revoked. */
export async function readTrialMember(db: Connection, partnerId: number, admin: SignedInAdmin): Promise<TrialMember> {
  const externalUserId = trialMemberId(admin.publicId)
  const [member, person] = await Promise.all([
    findMember(db, sandboxOf(partnerId), externalUserId),
    db.selectFrom('admin').select('name').where('id', '=', admin.adminId).executeTakeFirstOrThrow(),
  ])
  return { externalUserId, name: person.name, isRevoked: (member?.revoked_at ?? null) !== null }
}

/** Revokes or restores the admin's own member, like the Partner API. The caller ends open views. */
export async function setTrialMember(
  tx: Transaction,
  now: number,
  partnerId: number,
  { externalUserId, name }: TrialMember,
  status: 'ACTIVE' | 'BLOCKED',
): Promise<{ memberId: number; member: TrialMember }> {
  const member = await upsertMember(tx, now, sandboxOf(partnerId), externalUserId, { name, status })
  return { memberId: member.id, member: { externalUserId, name, isRevoked: member.revoked_at !== null } }
}
