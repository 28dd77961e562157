import type { Admin as AdminOnTheWire, Me } from '@estante/contract/panel/admins.ts'
import type { AdminRole } from '@estante/contract/roles.ts'
import { type Actor, appendAudit } from '../audit/audit.ts'
import type { Config } from '../config.ts'
import type { Connection, Database, Transaction } from '../db/database.ts'
import { violatesUnique } from '../db/errors.ts'
import { newId } from '../db/ids.ts'
import type { Admin } from '../db/tables.ts'
import { ApiError } from '../http/errors.ts'
import { toIsoString } from '../http/to-iso-string.ts'
import { isBeginning as isPartnerBeginning } from '../milestones/milestone.ts'
import { requiresSecondFactor } from './second-factor.ts'

/** Normalizes an e-mail, so that one address is one admin however it is typed. */
export function toAdminEmailKey(email: string): string {
  return email.trim().toLowerCase()
}

/** Finds the admin who signs in with an e-mail. */
export async function findAdmin(db: Connection, email: string): Promise<Admin | undefined> {
  return db.selectFrom('admin').selectAll().where('email_key', '=', toAdminEmailKey(email)).executeTakeFirst()
}

/** Finds an admin who was not removed. */
export async function readAdmin(db: Connection, adminId: number): Promise<Admin | undefined> {
  return db.selectFrom('admin').selectAll().where('id', '=', adminId).where('removed_at', 'is', null).executeTakeFirst()
}

/** Inserts an admin. Throws an error that `isDuplicateEmail` recognises when another admin has the e-mail. */
export async function insertAdmin(
  tx: Transaction,
  now: number,
  admin: { partnerId: number | null; email: string; name: string; role: AdminRole; passwordHash: string },
): Promise<Admin> {
  return tx
    .insertInto('admin')
    .values({
      public_id: newId('adm'),
      partner_id: admin.partnerId,
      email: admin.email,
      email_key: toAdminEmailKey(admin.email),
      name: admin.name,
      role: admin.role,
      password_hash: admin.passwordHash,
      totp_used_step: 0,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Renames an admin. Throws `NOT_SIGNED_IN` when they were removed meanwhile. */
export async function renameAdmin(
  db: Database,
  now: number,
  adminId: number,
  name: string,
  actor: Actor,
): Promise<void> {
  await db.write(async (tx) => {
    const admin = await readAdmin(tx, adminId)
    if (!admin) throw new ApiError('NOT_SIGNED_IN')
    if (admin.name === name) return
    await tx.updateTable('admin').set({ name }).where('id', '=', adminId).execute()
    await appendAudit(tx, now, actor, 'name-changed', null, { from: admin.name, to: name })
  })
}

/** Whether a write failed because another admin has this e-mail. */
export function isDuplicateEmail(error: unknown): boolean {
  return violatesUnique(error, 'email_key')
}

/**
 * Reads the admin who is signed in, as the panel shows them. Throws `NOT_SIGNED_IN` when they were removed meanwhile.
 */
export async function readMe(
  db: Connection,
  { serviceName, retention, smtpUrl }: Config,
  adminId: number,
): Promise<Me> {
  const admin = await readAdmin(db, adminId)
  if (!admin) throw new ApiError('NOT_SIGNED_IN')
  const [partner, codes, isBeginning] = await Promise.all([
    db
      .selectFrom('partner')
      .select(['name', 'slug', 'suspended_at', 'second_factor_required_at'])
      .where('id', '=', admin.partner_id)
      .executeTakeFirst(),
    db.selectFrom('recovery_code').select('code_hash').where('admin_id', '=', adminId).execute(),
    admin.partner_id !== null && isPartnerBeginning(db, admin.partner_id),
  ])
  return {
    admin: toAdmin(admin),
    partner: partner
      ? { name: partner.name, slug: partner.slug, suspendedAt: toIsoString(partner.suspended_at), isBeginning }
      : null,
    service: {
      name: serviceName,
      callsRetentionDays: retention.callsDays,
      launchesRetentionDays: retention.launchesDays,
      sendsMail: smtpUrl !== undefined,
    },
    isSecondFactorRequired: requiresSecondFactor(admin.partner_id, partner?.second_factor_required_at),
    recoveryCodesLeft: admin.totp_secret === null ? null : codes.length,
  }
}

/** Formats an admin for an answer, without hashes and secrets. */
export function toAdmin(admin: Admin): AdminOnTheWire {
  return {
    id: admin.public_id,
    name: admin.name,
    email: admin.email,
    role: admin.role,
    hasSecondFactor: admin.totp_secret !== null,
    lastSignedInAt: toIsoString(admin.last_signed_in_at),
  }
}

/**
 * Locks an admin in the transaction that mints a launch for them. A concurrent removal or change of role either commits
 * first, and the admin is refused here, or waits, and then revokes the launch too. Throws `NOT_SIGNED_IN`.
 */
export async function lockAdmin(tx: Transaction, adminId: number, roles: readonly AdminRole[]): Promise<void> {
  const admin = await tx
    .selectFrom('admin')
    .select('id')
    .where('id', '=', adminId)
    .where('removed_at', 'is', null)
    .where('role', 'in', roles)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!admin) throw new ApiError('NOT_SIGNED_IN')
}
