import type { Invitation } from '@estante/contract/panel/admins.ts'
import type { AdminRole } from '@estante/contract/roles.ts'
import { insertAdmin, isDuplicateEmail, toAdminEmailKey } from '../admins/admin.ts'
import { type ClientInfo, openAdminSession } from '../admins/admin-session.ts'
import { hashNewPassword } from '../admins/hash-new-password.ts'
import { isSecondFactorRequired } from '../admins/second-factor.ts'
import { type Actor, appendAudit } from '../audit/audit.ts'
import { HOUR_MS } from '../calendar.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { Database, Transaction } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import type { AdminInvitation } from '../db/tables.ts'
import { ApiError, TooManyAttempts } from '../http/errors.ts'
import { mintToken, readToken, sameHash } from '../secrets.ts'
import { lockPartner } from '../tenancy.ts'

const INVITATION_LIFETIME_MS = 7 * 24 * HOUR_MS
/** The message in `contract/errors.ts` says the number. */
const PENDING_INVITATIONS = 20
const EMAILS_AN_HOUR = 20

/** Invites an e-mail to a team (operators have no partner). Replaces an earlier invitation of the same e-mail. */
export async function inviteAdmin(
  tx: Transaction,
  now: number,
  {
    partnerId,
    email,
    role,
    isByHand = false,
  }: {
    partnerId: number | null
    email: string
    role: AdminRole
    /** Whether the actor gets the link. */
    isByHand?: boolean
  },
  actor: Actor,
): Promise<{ id: string; token: string; expiresAt: number }> {
  const id = newId('inv')
  const { token, hash } = mintToken('iv', id)
  const expiresAt = now + INVITATION_LIFETIME_MS
  // Deleted first: the unique index does not apply to operators, whose partner is null.
  if (partnerId === null) await deleteInvitation(tx, partnerId, { email })
  const columns = { id, email, role, secret_hash: hash, created_at: now, expires_at: expiresAt }
  await tx
    .insertInto('admin_invitation')
    .values({ ...columns, partner_id: partnerId, email_key: toAdminEmailKey(email) })
    .onConflict((conflict) => conflict.columns(['partner_id', 'email_key']).doUpdateSet(columns))
    .execute()
  await appendAudit(tx, now, { ...actor, partnerId }, 'admin-invited', email, {
    role,
    ...(isByHand && { link: 'by-hand' }),
  })
  return { id, token, expiresAt }
}

/**
 * Limits a partner's pending invitations, and its e-mails in an hour, which the operator's mail server sends to
 * addresses that anyone typed. Inviting a person again counts as an e-mail only. Call it before `inviteAdmin` in its
 * transaction: it locks the partner's row, so that concurrent calls are counted one after another. Throws
 * `TOO_MANY_INVITATIONS` and `TooManyAttempts`.
 */
export async function refuseInvitationsBeyond(
  tx: Transaction,
  now: number,
  partnerId: number,
  email: string,
): Promise<void> {
  await lockPartner(tx, partnerId)
  const { pending } = await tx
    .selectFrom('admin_invitation')
    .select((select) => select.fn.countAll<number>().as('pending'))
    .where('partner_id', '=', partnerId)
    .where('email_key', '<>', toAdminEmailKey(email))
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  if (pending >= PENDING_INVITATIONS) throw new ApiError('TOO_MANY_INVITATIONS')
  const sent = await tx
    .selectFrom('audit')
    .select('at')
    .where('partner_id', '=', partnerId)
    .where('act', '=', 'admin-invited')
    .where('at', '>', now - HOUR_MS)
    .where('at', '<=', now)
    .orderBy('id', 'desc')
    .limit(EMAILS_AN_HOUR)
    .execute()
  const oldest = sent[EMAILS_AN_HOUR - 1]
  if (oldest) throw new TooManyAttempts(oldest.at + HOUR_MS - now)
}

/**
 * Returns the address where an invitation is accepted. The token is in the fragment, which browsers do not send and
 * logs do not hold.
 */
export function invitationUrl({ baseUrl }: Config, token: string): string {
  return `${baseUrl}/painel/convite#${token}`
}

/** Audits and returns the link of an invitation whose e-mail the mail server refused, for an operator to hand over. */
export async function showInvitationLink(
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  { email, token }: { email: string; token: string },
  actor: Actor,
): Promise<string> {
  await db.write((tx) => appendAudit(tx, clock.now(), actor, 'invitation-link-shown', email))
  return invitationUrl(config, token)
}

/** Finds a valid invitation by its token. */
export async function readInvitation(
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  token: string,
): Promise<Invitation | undefined> {
  const row = await findInvitation(db, clock.now(), token)
  if (!row) return undefined
  const partner = await db.read.selectFrom('partner').select('name').where('id', '=', row.partner_id).executeTakeFirst()
  return {
    email: row.email,
    role: row.role,
    partner: partner ?? null,
    service: { name: config.serviceName },
    isSecondFactorRequired: await isSecondFactorRequired(db.read, row.partner_id),
    expiresAt: new Date(row.expires_at).toISOString(),
  }
}

/**
 * Creates the invited admin, and signs them in. Single use is the DELETE. Throws `INVALID_INVITATION`, `WEAK_PASSWORD`
 * and `ADMIN_EXISTS`.
 */
export async function acceptInvitation(
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  { token, name, password }: { token: string; name: string; password: string },
  client: ClientInfo,
): Promise<{ token: string; adminId: number }> {
  const invitation = await findInvitation(db, clock.now(), token)
  if (!invitation) throw new ApiError('INVALID_INVITATION')
  const passwordHash = await hashNewPassword(invitation.id, password, [invitation.email, name, config.serviceName])
  const now = clock.now()
  try {
    return await db.write(async (tx) => {
      const accepted = await tx
        .deleteFrom('admin_invitation')
        .where('id', '=', invitation.id)
        .where('expires_at', '>', now)
        .returning(['partner_id', 'email', 'role'])
        .executeTakeFirst()
      if (!accepted) throw new ApiError('INVALID_INVITATION')
      const { partner_id: partnerId, email, role } = accepted
      const admin = await insertAdmin(tx, now, { partnerId, email, name, role, passwordHash })
      const token = await openAdminSession(tx, now, admin, client)
      if (!token) throw new ApiError('INVALID_INVITATION')
      await appendAudit(tx, now, { partnerId, email, address: client.address }, 'invitation-accepted')
      return { token, adminId: admin.id }
    })
  } catch (error) {
    throw isDuplicateEmail(error) ? new ApiError('ADMIN_EXISTS') : error
  }
}

/** Withdraws an invitation to a team (operators have no partner). Undefined for an unknown one. */
export async function withdrawInvitation(
  db: Database,
  now: number,
  partnerId: number | null,
  key: InvitationKey,
  actor: Actor,
): Promise<{ email: string } | undefined> {
  return db.write(async (tx) => {
    const withdrawn = await deleteInvitation(tx, partnerId, key)
    if (withdrawn) await appendAudit(tx, now, { ...actor, partnerId }, 'invitation-withdrawn', withdrawn.email)
    return withdrawn
  })
}

type InvitationKey = { id: string } | { email: string }

async function deleteInvitation(
  tx: Transaction,
  partnerId: number | null,
  key: InvitationKey,
): Promise<{ email: string } | undefined> {
  return tx
    .deleteFrom('admin_invitation')
    .where('partner_id', partnerId === null ? 'is' : '=', partnerId)
    .where((is) => ('id' in key ? is('id', '=', key.id) : is('email_key', '=', toAdminEmailKey(key.email))))
    .returning('email')
    .executeTakeFirst()
}

async function findInvitation(db: Database, now: number, token: string): Promise<AdminInvitation | undefined> {
  const presented = readToken('iv', token)
  if (!presented) return undefined
  const row = await db.read
    .selectFrom('admin_invitation')
    .selectAll()
    .where('id', '=', `inv_${presented.uuid}`)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && sameHash(presented.hash, row.secret_hash) ? row : undefined
}
