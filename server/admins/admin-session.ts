import type { AdminSession } from '@estante/contract/panel/session.ts'
import type { AdminRole } from '@estante/contract/roles.ts'
import { type Actor, appendAudit } from '../audit/audit.ts'
import { HOUR_MS } from '../calendar.ts'
import type { Database, Transaction } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { mintToken, readToken, sameHash } from '../secrets.ts'
import { requiresSecondFactor } from './second-factor.ts'

/** Maximum time without use, and in all. */
const IDLE_LIFETIME_MS = 12 * HOUR_MS
export const ADMIN_SESSION_LIFETIME_MS = 7 * 24 * HOUR_MS
/** For how long after giving the password an admin may see secrets and invite people. */
export const FRESH_MS = 15 * 60_000
const SEEN_EVERY_MS = 5 * 60_000
const USER_AGENT_LENGTH = 256

export interface SignedInAdmin {
  adminId: number
  publicId: string
  adminSessionId: string
  /** Null for an operator. */
  partnerId: number | null
  email: string
  role: AdminRole
  confirmedAt: number
  /** Whether a second factor is required of the admin, who has none and may only set one up. */
  lacksSecondFactor: boolean
}

/** The client that a request comes from. */
export interface ClientInfo {
  address: string
  userAgent: string
}

/**
 * Signs an admin in, unless the password that was checked was replaced, or the admin removed, during the check. Returns
 * the token for the cookie.
 */
export async function openAdminSession(
  tx: Transaction,
  now: number,
  admin: { id: number; password_hash: string },
  { address, userAgent }: ClientInfo,
): Promise<string | undefined> {
  const { numUpdatedRows } = await tx
    .updateTable('admin')
    .set({ last_signed_in_at: now })
    .where('id', '=', admin.id)
    .where('password_hash', '=', admin.password_hash)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return undefined
  const id = newId('ads')
  const { token, hash } = mintToken('as', id)
  await tx
    .insertInto('admin_session')
    .values({
      id,
      admin_id: admin.id,
      secret_hash: hash,
      created_at: now,
      last_seen_at: now,
      expires_at: now + ADMIN_SESSION_LIFETIME_MS,
      confirmed_at: now,
      address,
      user_agent: userAgent.slice(0, USER_AGENT_LENGTH),
    })
    .execute()
  return token
}

/**
 * Finds the live session of a token. Undefined for an unknown or ended one. Read at every request, so ending a session
 * has effect at once.
 */
export async function findSignedInAdmin(db: Database, now: number, token: string): Promise<SignedInAdmin | undefined> {
  const presented = readToken('as', token)
  if (!presented) return undefined
  const row = await db.read
    .selectFrom('admin_session')
    .innerJoin('admin', 'admin.id', 'admin_session.admin_id')
    .leftJoin('partner', 'partner.id', 'admin.partner_id')
    .select([
      'admin_session.id',
      'admin_session.admin_id',
      'admin_session.secret_hash',
      'admin_session.confirmed_at',
      'admin_session.last_seen_at',
      'admin.public_id',
      'admin.partner_id',
      'admin.email',
      'admin.role',
      'admin.totp_secret',
      'partner.second_factor_required_at',
    ])
    .where('admin_session.id', '=', `ads_${presented.uuid}`)
    .where('admin_session.expires_at', '>', now)
    .where('admin_session.last_seen_at', '>', now - IDLE_LIFETIME_MS)
    .where('admin.removed_at', 'is', null)
    .executeTakeFirst()
  if (!row || !sameHash(presented.hash, row.secret_hash)) return undefined
  if (now - row.last_seen_at > SEEN_EVERY_MS) await recordSeen(db, now, row.id)
  return {
    adminId: row.admin_id,
    publicId: row.public_id,
    adminSessionId: row.id,
    partnerId: row.partner_id,
    email: row.email,
    role: row.role,
    confirmedAt: row.confirmed_at,
    lacksSecondFactor: row.totp_secret === null && requiresSecondFactor(row.partner_id, row.second_factor_required_at),
  }
}

/** Marks a session fresh: the password was given again. */
export async function refreshAdminSession(tx: Transaction, now: number, adminSessionId: string): Promise<void> {
  await tx.updateTable('admin_session').set({ confirmed_at: now }).where('id', '=', adminSessionId).execute()
}

/** Whether a session has not been ended. */
export async function hasAdminSession(tx: Transaction, adminSessionId: string): Promise<boolean> {
  const row = await tx.selectFrom('admin_session').select('id').where('id', '=', adminSessionId).executeTakeFirst()
  return row !== undefined
}

/** Lists an admin's sessions: the present one first, then by last use. */
export async function listAdminSessions(
  db: Database,
  now: number,
  { adminId, adminSessionId }: SignedInAdmin,
): Promise<AdminSession[]> {
  const rows = await db.read
    .selectFrom('admin_session')
    .selectAll()
    .where('admin_id', '=', adminId)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', now - IDLE_LIFETIME_MS)
    .orderBy((is) => is('id', '=', adminSessionId), 'desc')
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    createdAt: new Date(row.created_at).toISOString(),
    lastSeenAt: new Date(row.last_seen_at).toISOString(),
    address: row.address,
    userAgent: row.user_agent,
    isCurrent: row.id === adminSessionId,
  }))
}

/** Ends one of an admin's sessions. Returns false when there is no such session. */
export async function endAdminSession(
  db: Database,
  now: number,
  { adminId, adminSessionId }: Pick<SignedInAdmin, 'adminId' | 'adminSessionId'>,
  act: 'signed-out' | 'sessions-ended',
  actor: Actor,
): Promise<boolean> {
  return db.write(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('admin_session')
      .where('admin_id', '=', adminId)
      .where('id', '=', adminSessionId)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) return false
    await appendAudit(tx, now, actor, act)
    return true
  })
}

export async function endOtherAdminSessions(
  db: Database,
  now: number,
  { adminId, adminSessionId }: SignedInAdmin,
  actor: Actor,
): Promise<void> {
  await db.write(async (tx) => {
    await deleteAdminSessions(tx, adminId, adminSessionId)
    await appendAudit(tx, now, actor, 'sessions-ended')
  })
}

/** Ends all of an admin's sessions, or all but one, as part of an act that audits itself. */
export async function deleteAdminSessions(tx: Transaction, adminId: number, exceptId?: string): Promise<void> {
  await tx
    .deleteFrom('admin_session')
    .where('admin_id', '=', adminId)
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId ?? ''))
    .execute()
}

async function recordSeen(db: Database, now: number, id: string): Promise<void> {
  await db.write((tx) => tx.updateTable('admin_session').set({ last_seen_at: now }).where('id', '=', id).execute())
}
