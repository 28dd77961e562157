import { type Actor, appendAudit } from '../audit/audit.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { Database, Transaction } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import type { Admin } from '../db/tables.ts'
import { ApiError } from '../http/errors.ts'
import { mintToken, readToken, sameHash } from '../secrets.ts'
import { readAdmin, toAdminEmailKey } from './admin.ts'
import { setPassword } from './change-password.ts'
import { hashNewPassword } from './hash-new-password.ts'
import { clearAttempts, ofAccount } from './sign-in-throttle.ts'

const RESET_LIFETIME_MS = 3_600_000

/** Mints the link by which an admin chooses a new password; an earlier one of theirs stops working. */
export async function mintPasswordReset(
  tx: Transaction,
  now: number,
  admin: Admin,
  actor: Actor,
): Promise<{ token: string; expiresAt: number }> {
  const id = newId('rst')
  const { token, hash } = mintToken('pr', id)
  const expiresAt = now + RESET_LIFETIME_MS
  const columns = { id, secret_hash: hash, expires_at: expiresAt }
  await tx
    .insertInto('password_reset')
    .values({ ...columns, admin_id: admin.id })
    .onConflict((conflict) => conflict.column('admin_id').doUpdateSet(columns))
    .execute()
  await appendAudit(tx, now, actor, 'password-reset-requested', admin.email)
  return { token, expiresAt }
}

/** Returns the link to choose a new password. The token is in the fragment, which no browser sends and no log holds. */
export function passwordResetUrl({ baseUrl }: Config, token: string): string {
  return `${baseUrl}/painel/nova-senha#${token}`
}

/** Chooses a new password with the link, and ends every session. Throws `INVALID_RESET` and `WEAK_PASSWORD`. */
export async function finishPasswordReset(
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  { token, password }: { token: string; password: string },
  address: string,
): Promise<void> {
  const reset = await findReset(db, clock.now(), token)
  const admin = reset && (await readAdmin(db.read, reset.admin_id))
  if (!admin) throw new ApiError('INVALID_RESET')
  const passwordHash = await hashNewPassword(reset.id, password, [admin.email, admin.name, config.serviceName])
  const now = clock.now()
  await db.write(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('password_reset')
      .where('id', '=', reset.id)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw new ApiError('INVALID_RESET')
    const actor = { partnerId: admin.partner_id, email: admin.email, address }
    await setPassword(tx, now, { adminId: admin.id, passwordHash }, 'password-reset', actor)
    // Lifts the throttle: the owner of the mailbox gets in, however many strangers guess the password.
    await clearAttempts(tx, ofAccount(toAdminEmailKey(admin.email)))
  })
}

async function findReset(db: Database, now: number, token: string) {
  const presented = readToken('pr', token)
  if (!presented) return undefined
  const row = await db.read
    .selectFrom('password_reset')
    .selectAll()
    .where('id', '=', `rst_${presented.uuid}`)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && sameHash(presented.hash, row.secret_hash) ? row : undefined
}
