import { type Actor, appendAudit } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { ApiError } from '../http/errors.ts'
import { readAdmin } from './admin.ts'
import { deleteAdminSessions, hasAdminSession, type SignedInAdmin } from './admin-session.ts'
import { hashNewPassword } from './hash-new-password.ts'

/**
 * Changes the password of a signed-in admin, and ends their other sessions. Throws `WEAK_PASSWORD`, and `NOT_SIGNED_IN`
 * when the session has ended meanwhile, as by a reset of the password: it would undo that.
 */
export async function changePassword(
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  { adminId, adminSessionId }: SignedInAdmin,
  password: string,
  actor: Actor,
): Promise<void> {
  const admin = await readAdmin(db.read, adminId)
  if (!admin) throw new ApiError('NOT_SIGNED_IN')
  const passwordHash = await hashNewPassword(admin.public_id, password, [admin.email, admin.name, config.serviceName])
  const change = { adminId, passwordHash, exceptId: adminSessionId }
  await db.write(async (tx) => {
    await setPassword(tx, clock.now(), change, 'password-changed', actor)
    if (!(await hasAdminSession(tx, adminSessionId))) throw new ApiError('NOT_SIGNED_IN')
  })
}

/**
 * Stores a new password, and ends the admin's sessions, or all but one. Sign-ins under way with the old password and
 * links sent before it fail.
 */
export async function setPassword(
  tx: Transaction,
  now: number,
  { adminId, passwordHash, exceptId }: { adminId: number; passwordHash: string; exceptId?: string },
  act: 'password-changed' | 'password-reset',
  actor: Actor,
): Promise<void> {
  await tx.updateTable('admin').set({ password_hash: passwordHash }).where('id', '=', adminId).execute()
  await tx.deleteFrom('password_reset').where('admin_id', '=', adminId).execute()
  await deleteAdminSessions(tx, adminId, exceptId)
  await appendAudit(tx, now, actor, act)
}
