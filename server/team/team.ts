import type { Team } from '@estante/contract/panel/admins.ts'
import { TRYING_ROLES } from '@estante/contract/panel/first-steps.ts'
import type { AdminRole } from '@estante/contract/roles.ts'
import { toAdmin, toAdminEmailKey } from '../admins/admin.ts'
import { deleteAdminSessions } from '../admins/admin-session.ts'
import { isSecondFactorRequired } from '../admins/second-factor.ts'
import { type Actor, appendAudit } from '../audit/audit.ts'
import type { Database, Transaction } from '../db/database.ts'
import type { Admin } from '../db/tables.ts'
import { ApiError } from '../http/errors.ts'
import { restoreOwnMember, revokeOwnMember } from '../previews/own-member.ts'

/** Lists the admins of a team, in order of name, and its invitations. */
export async function readTeam(db: Database, now: number, partnerId: number | null): Promise<Team> {
  const admins = await db.read
    .selectFrom('admin')
    .selectAll()
    .where('partner_id', partnerId === null ? 'is' : '=', partnerId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .execute()
  const invitations = await db.read
    .selectFrom('admin_invitation')
    .select(['id', 'email', 'role', 'created_at', 'expires_at'])
    .where('partner_id', partnerId === null ? 'is' : '=', partnerId)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .execute()
  return {
    isSecondFactorRequired: await isSecondFactorRequired(db.read, partnerId),
    admins: admins.map(toAdmin).sort((one, other) => one.name.localeCompare(other.name, 'pt-BR')),
    invitations: invitations.map(({ id, email, role, created_at, expires_at }) => ({
      id,
      email,
      role,
      createdAt: new Date(created_at).toISOString(),
      expiresAt: new Date(expires_at).toISOString(),
    })),
  }
}

/** Requires a second factor of a partner's team, or no longer. Repeating it changes nothing. */
export async function requireSecondFactorOfTeam(
  db: Database,
  now: number,
  partnerId: number,
  isRequired: boolean,
  actor: Actor,
): Promise<void> {
  await db.write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('partner')
      .set({ second_factor_required_at: isRequired ? now : null })
      .where('id', '=', partnerId)
      .where('second_factor_required_at', isRequired ? 'is' : 'is not', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return
    await appendAudit(tx, now, actor, isRequired ? 'second-factor-required' : 'second-factor-optional')
  })
}

/** Returns whether an e-mail already belongs to the team. */
export async function isInTeam(db: Database, partnerId: number | null, email: string): Promise<boolean> {
  const row = await db.read
    .selectFrom('admin')
    .select('id')
    .where('email_key', '=', toAdminEmailKey(email))
    .where('partner_id', partnerId === null ? 'is' : '=', partnerId)
    .executeTakeFirst()
  return row !== undefined
}

/** An admin who lost rights; `memberId` is the member of their trial or preview, whose views end. */
export interface RoleChange<Changed> {
  changed: Changed
  memberId: number | undefined
}

/**
 * Changes the role of an admin of a partner's team, and ends their sessions; their trial, too, when the role has none.
 * Undefined for an unknown admin. Throws `LAST_OWNER`.
 */
export async function changeRole(
  db: Database,
  now: number,
  partnerId: number,
  { publicId, role }: { publicId: string; role: AdminRole },
  actor: Actor,
): Promise<RoleChange<Admin> | undefined> {
  return db.write(async (tx) => {
    const owners = await lockOwners(tx, partnerId)
    const admin = await tx
      .updateTable('admin')
      .set({ role })
      .where('public_id', '=', publicId)
      .where('partner_id', '=', partnerId)
      .where('removed_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (!admin) return undefined
    if (role !== 'owner' && isLastOwner(owners, admin)) throw new ApiError('LAST_OWNER')
    await deleteAdminSessions(tx, admin.id)
    await appendAudit(tx, now, actor, 'role-changed', admin.email, { role })
    const isTrying = TRYING_ROLES.some((one) => one === role)
    if (isTrying) await restoreOwnMember(tx, now, admin)
    return { changed: admin, memberId: isTrying ? undefined : await revokeOwnMember(tx, now, admin) }
  })
}

/**
 * Removes an admin from a team, and ends their sessions and trial. The audit keeps their name. Undefined for an unknown
 * admin. Throws `LAST_OWNER`.
 */
export async function removeAdmin(
  db: Database,
  now: number,
  partnerId: number,
  publicId: string,
  actor: Actor,
): Promise<RoleChange<Pick<Admin, 'id' | 'email'>> | undefined> {
  return db.write(async (tx) => {
    const owners = await lockOwners(tx, partnerId)
    const removed = await removeEvenLastOwner(tx, now, { public_id: publicId, partner_id: partnerId }, actor)
    if (removed && isLastOwner(owners, removed.changed)) throw new ApiError('LAST_OWNER')
    return removed
  })
}

/** Removes any admin, even the last owner, for the command line. */
export async function removeEvenLastOwner(
  tx: Transaction,
  now: number,
  { public_id, partner_id }: Pick<Admin, 'public_id' | 'partner_id'>,
  actor: Actor,
): Promise<RoleChange<Pick<Admin, 'id' | 'email'>> | undefined> {
  const removed = await tx
    .updateTable('admin')
    .set({ removed_at: now, email_key: null, totp_secret: null, totp_pending_secret: null, password_hash: '' })
    .where('public_id', '=', public_id)
    .where('partner_id', partner_id === null ? 'is' : '=', partner_id)
    .where('removed_at', 'is', null)
    .returning(['id', 'public_id', 'partner_id', 'email'])
    .executeTakeFirst()
  if (!removed) return undefined
  await deleteAdminSessions(tx, removed.id)
  await tx.deleteFrom('recovery_code').where('admin_id', '=', removed.id).execute()
  await tx.deleteFrom('password_reset').where('admin_id', '=', removed.id).execute()
  await appendAudit(tx, now, actor, 'admin-removed', removed.email)
  return { changed: removed, memberId: await revokeOwnMember(tx, now, removed) }
}

/** Locks the team's owners: of two who remove each other at once, the second is refused. */
async function lockOwners(tx: Transaction, partnerId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('admin')
    .select('id')
    .where('partner_id', '=', partnerId)
    .where('role', '=', 'owner')
    .where('removed_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

function isLastOwner(owners: number[], { id }: Pick<Admin, 'id'>): boolean {
  return owners.every((owner) => owner === id)
}
