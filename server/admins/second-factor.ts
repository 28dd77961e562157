import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import { type Actor, appendAudit } from '../audit/audit.ts'
import type { Connection, Database, Transaction } from '../db/database.ts'
import type { Admin } from '../db/tables.ts'
import { ApiError } from '../http/errors.ts'
import { hashSecret } from '../secrets.ts'
import { resetAttempts, type ThrottledAction } from './sign-in-throttle.ts'

const PERIOD_SECONDS = 30
const SECRET_BYTES = 20
const RECOVERY_CODES = 10
/**
 * Without vowels and lookalikes, so that codes can be read aloud and typed, and spell no word. 24 characters of these
 * 28 are 115 bits: their hash cannot be guessed.
 */
const RECOVERY_ALPHABET = 'BCDFGHJKMNPQRSTVWXYZ23456789'
const RECOVERY_LENGTH = 24

/** Whether a second factor is mandatory: always for operators, and for a partner's team when an owner requires it. */
export function requiresSecondFactor(partnerId: number | null, requiredAt: number | null | undefined): boolean {
  return partnerId === null || requiredAt != null
}

/** Whether the people of a team (null: the operators) must have a second factor. */
export async function isSecondFactorRequired(db: Connection, partnerId: number | null): Promise<boolean> {
  const partner = await db
    .selectFrom('partner')
    .select('second_factor_required_at')
    .where('id', '=', partnerId)
    .executeTakeFirst()
  return requiresSecondFactor(partnerId, partner?.second_factor_required_at)
}

/** Begins to turn the second factor on: the secret takes effect once a code confirms it. */
export async function startSecondFactor(tx: Transaction, admin: Pick<Admin, 'id' | 'email'>, serviceName: string) {
  const secret = new Secret({ size: SECRET_BYTES })
  await tx.updateTable('admin').set({ totp_pending_secret: secret.base32 }).where('id', '=', admin.id).execute()
  const uri = new TOTP({ issuer: serviceName, label: admin.email, secret }).toString()
  return { secret: secret.base32, qrCode: renderSVG(uri) }
}

/**
 * Turns the second factor on if the code matches the pending secret, and clears the failures of `attempted`. Returns
 * the recovery codes; undefined for a wrong code.
 */
export async function confirmSecondFactor(
  db: Database,
  now: number,
  adminId: number,
  { code, attempted }: { code: string; attempted: readonly [ThrottledAction, ThrottledAction] },
  actor: Actor,
): Promise<string[] | undefined> {
  return db.write(async (tx) => {
    const { totp_pending_secret: pending } = await tx
      .selectFrom('admin')
      .select('totp_pending_secret')
      .where('id', '=', adminId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const step = pending === null ? undefined : stepOf(pending, code, now)
    if (step === undefined) return undefined
    await tx
      .updateTable('admin')
      .set({ totp_secret: pending, totp_pending_secret: null, totp_used_step: step })
      .where('id', '=', adminId)
      .execute()
    await resetAttempts(tx, ...attempted)
    await appendAudit(tx, now, actor, 'second-factor-enabled')
    return replaceRecoveryCodes(tx, adminId)
  })
}

/** Turns off one's own second factor. Throws `SECOND_FACTOR_MANDATORY`. */
export async function disableOwnSecondFactor(
  db: Database,
  now: number,
  { adminId, partnerId }: { adminId: number; partnerId: number | null },
  actor: Actor,
): Promise<void> {
  await db.write(async (tx) => {
    if (await isSecondFactorRequired(tx, partnerId)) throw new ApiError('SECOND_FACTOR_MANDATORY')
    await disableSecondFactor(tx, now, { id: adminId, email: null }, actor)
  })
}

/** Turns it off, and deletes the recovery codes. `email`: as the audit names them; null when they are the actor. */
export async function disableSecondFactor(
  tx: Transaction,
  now: number,
  { id, email }: { id: number; email: string | null },
  actor: Actor,
): Promise<void> {
  await tx.updateTable('admin').set({ totp_secret: null, totp_pending_secret: null }).where('id', '=', id).execute()
  await tx.deleteFrom('recovery_code').where('admin_id', '=', id).execute()
  await appendAudit(tx, now, actor, 'second-factor-disabled', email)
}

/** Replaces an admin's recovery codes. Undefined without a second factor. */
export async function renewRecoveryCodes(
  db: Database,
  now: number,
  adminId: number,
  actor: Actor,
): Promise<string[] | undefined> {
  return db.write(async (tx) => {
    const admin = await tx
      .selectFrom('admin')
      .select('id')
      .where('id', '=', adminId)
      .where('totp_secret', 'is not', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!admin) return undefined
    await appendAudit(tx, now, actor, 'recovery-codes-renewed')
    return replaceRecoveryCodes(tx, adminId)
  })
}

/** Only the hashes of the codes are stored. */
async function replaceRecoveryCodes(tx: Transaction, adminId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, mintRecoveryCode)
  await tx.deleteFrom('recovery_code').where('admin_id', '=', adminId).execute()
  await tx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ admin_id: adminId, code_hash: hashSecret(code) })))
    .execute()
  return codes.map((code) => code.replace(/.{4}(?=.)/g, '$&-'))
}

/**
 * Consumes a code of the app or a recovery code. Single use is the WHERE of each statement. Undefined for a wrong code.
 */
export async function useCode(
  tx: Transaction,
  now: number,
  admin: Pick<Admin, 'id' | 'totp_secret'>,
  code: string,
): Promise<'app' | 'recovery' | undefined> {
  if (admin.totp_secret === null) return undefined
  const step = stepOf(admin.totp_secret, code, now)
  if (step !== undefined) {
    const { numUpdatedRows } = await tx
      .updateTable('admin')
      .set({ totp_used_step: step })
      .where('id', '=', admin.id)
      .where('totp_secret', '=', admin.totp_secret)
      .where('totp_used_step', '<', step)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n ? 'app' : undefined
  }
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_code')
    .where('admin_id', '=', admin.id)
    .where('code_hash', '=', hashSecret(plain(code).toUpperCase()))
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n ? 'recovery' : undefined
}

/**
 * Finds the time step that a code belongs to (RFC 6238): the current, previous or next one, since clocks differ and
 * people are slow.
 */
function stepOf(secret: string, code: string, now: number): number | undefined {
  const token = plain(code)
  if (!/^\d{6}$/.test(token)) return undefined
  const delta = new TOTP({ secret: Secret.fromBase32(secret) }).validate({ token, timestamp: now, window: 1 })
  return delta === null ? undefined : Math.floor(now / (PERIOD_SECONDS * 1000)) + delta
}

function plain(code: string): string {
  return code.replace(/[\s-]/g, '')
}

function mintRecoveryCode(): string {
  return Array.from({ length: RECOVERY_LENGTH }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join('')
}
