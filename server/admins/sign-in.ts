import { appendAudit } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import type { Admin } from '../db/tables.ts'
import { ApiError, TooManyAttempts } from '../http/errors.ts'
import { findAdmin, readAdmin, toAdminEmailKey } from './admin.ts'
import { type ClientInfo, openAdminSession, refreshAdminSession, type SignedInAdmin } from './admin-session.ts'
import { isPassword, isPasswordQueueFull } from './password.ts'
import { useCode } from './second-factor.ts'
import { consumeAttempt, ofAccount, ofAddress, ofAdmin, refundAttempt, resetAttempts } from './sign-in-throttle.ts'

/** About the time to work off a full queue of passwords. */
const QUEUE_RETRY_MS = 3000

export interface Proof {
  password: string
  code?: string | undefined
}

/**
 * Signs an admin in. An unknown e-mail is refused like a wrong password, with the same work. Returns the token for the
 * cookie. Throws `WRONG_SIGN_IN`, `CODE_REQUIRED`, `WRONG_CODE` and `TOO_MANY_ATTEMPTS`.
 */
export async function signIn(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  email: string,
  proof: Proof,
  client: ClientInfo,
): Promise<{ token: string; adminId: number }> {
  const attempted = [ofAccount(toAdminEmailKey(email)), ofAddress(client.address, 'sign-in')] as const
  await consumeAttempt(db, clock.now(), attempted)
  const admin = await findAdmin(db.read, email)
  if (isPasswordQueueFull()) {
    await db.write((tx) => refundAttempt(tx, attempted))
    throw new TooManyAttempts(QUEUE_RETRY_MS)
  }
  const isRight = await isPassword(proof.password, admin?.password_hash)
  const now = clock.now()
  if (!admin || !isRight) {
    await db.write((tx) => recordFailure(tx, now, admin, client))
    throw new ApiError('WRONG_SIGN_IN')
  }
  if (admin.totp_secret !== null && proof.code === undefined) {
    await db.write((tx) => refundAttempt(tx, attempted))
    throw new ApiError('CODE_REQUIRED')
  }
  const token = await db.write(async (tx) => {
    if (!(await proveCode(tx, now, admin, proof.code, client))) {
      await recordFailure(tx, now, admin, client)
      return undefined
    }
    const token = await openAdminSession(tx, now, admin, client)
    if (!token) throw new ApiError('WRONG_SIGN_IN')
    await resetAttempts(tx, ...attempted)
    await appendAudit(tx, now, actorOf(admin, client), 'signed-in')
    return token
  })
  if (token === undefined) throw new ApiError('WRONG_CODE')
  return { token, adminId: admin.id }
}

/**
 * Checks the password of a signed-in admin again and marks the session fresh. Throws like `signIn`, with
 * `WRONG_PASSWORD`.
 */
export async function confirmSignIn(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  signedIn: SignedInAdmin,
  proof: Proof,
  client: ClientInfo,
): Promise<void> {
  const attempted = [ofAdmin(signedIn.adminId), ofAddress(client.address, 'sign-in')] as const
  await consumeAttempt(db, clock.now(), attempted)
  const admin = await readAdmin(db.read, signedIn.adminId)
  if (!admin) throw new ApiError('NOT_SIGNED_IN')
  const isRight = await isPassword(proof.password, admin.password_hash)
  const now = clock.now()
  if (!isRight) {
    await db.write((tx) => appendAudit(tx, now, actorOf(admin, client), 'reauthentication-failed'))
    throw new ApiError('WRONG_PASSWORD')
  }
  if (admin.totp_secret !== null && proof.code === undefined) {
    await db.write((tx) => refundAttempt(tx, attempted))
    throw new ApiError('CODE_REQUIRED')
  }
  const isProved = await db.write(async (tx) => {
    if (!(await proveCode(tx, now, admin, proof.code, client))) {
      await appendAudit(tx, now, actorOf(admin, client), 'reauthentication-failed')
      return false
    }
    await resetAttempts(tx, ...attempted)
    await refreshAdminSession(tx, now, signedIn.adminSessionId)
    return true
  })
  if (!isProved) throw new ApiError('WRONG_CODE')
}

/** Whether no code is required, or this one is right. Audits the use of a recovery code. */
async function proveCode(tx: Transaction, now: number, admin: Admin, code: string | undefined, client: ClientInfo) {
  if (admin.totp_secret === null) return true
  const used = await useCode(tx, now, admin, code ?? '')
  if (used === 'recovery') await appendAudit(tx, now, actorOf(admin, client), 'recovery-code-used')
  return used !== undefined
}

/** Writes a failed sign-in to the audit of the account's team, or to no team's for an unknown e-mail. */
async function recordFailure(
  tx: Transaction,
  now: number,
  admin: Admin | undefined,
  { address }: ClientInfo,
): Promise<void> {
  const actor = { partnerId: admin?.partner_id ?? null, email: null, address }
  await appendAudit(tx, now, actor, 'sign-in-failed', admin?.email ?? null)
}

function actorOf(admin: Admin, { address }: ClientInfo) {
  return { partnerId: admin.partner_id, email: admin.email, address }
}
