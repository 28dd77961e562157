import { randomInt } from 'node:crypto'
import type { AuditDetail } from '@estante/contract/panel/audit.ts'
import { type Actor, appendAudit, type PlainAct } from '../audit/audit.ts'
import type { Config } from '../config.ts'
import type { Database, Transaction } from '../db/database.ts'
import { notify } from '../db/notify.ts'
import type { Credential } from '../db/tables.ts'
import { type Environment, PRODUCTION } from '../environment.ts'
import { ApiError } from '../http/errors.ts'
import { VIEWS_ENDED } from '../members/open-views.ts'
import { hashSecret, mintSecret } from '../secrets.ts'

/** Requests a minute, unless the operator gave the credential another limit (specification, section 8). */
export const ORDINARY_RATE_LIMIT = 120

const CLIENT_ID_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'
const CLIENT_ID_LENGTH = 24

/** Creates a credential. The answer alone has its secret: only a hash is stored. Throws `TOO_MANY_CREDENTIALS`. */
export async function createCredential(
  db: Database,
  now: number,
  config: Config,
  subject: {
    partnerId: number
    environment: Environment
    name: string
    rateLimit?: number | undefined
    /** The admin; null at the command line. */
    createdBy?: number | undefined
    /** The limit of active ones in the environment; none at the command line. */
    activeAtMost?: number
  },
  actor: Actor,
): Promise<{ credential: Credential; clientSecret: string }> {
  const clientSecret = mintSecret()
  const credential = await db.write(async (tx) => {
    if (subject.activeAtMost !== undefined) await refuseBeyond(tx, subject, subject.activeAtMost)
    const created = await tx
      .insertInto('credential')
      .values({
        client_id: mintClientId(config.servicePrefix, subject.environment),
        partner_id: subject.partnerId,
        environment: subject.environment,
        name: subject.name,
        secret_hash: hashSecret(clientSecret),
        rate_limit: subject.rateLimit ?? ORDINARY_RATE_LIMIT,
        created_at: now,
        created_by: subject.createdBy ?? null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await append(tx, now, actor, 'credential-created', created)
    return created
  })
  return { credential, clientSecret }
}

/** Locks the partner's row, so that concurrent calls are counted one after another, on every node. */
async function refuseBeyond(
  tx: Transaction,
  { partnerId, environment }: { partnerId: number; environment: Environment },
  activeAtMost: number,
): Promise<void> {
  await tx.selectFrom('partner').select('id').where('id', '=', partnerId).forNoKeyUpdate().execute()
  const { active } = await tx
    .selectFrom('credential')
    .select((select) => select.fn.countAll<number>().as('active'))
    .where('partner_id', '=', partnerId)
    .where('environment', '=', environment)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(active) >= activeAtMost) throw new ApiError('TOO_MANY_CREDENTIALS')
}

/** Finds a credential of a partner; of any partner for an operator. */
export interface CredentialKey {
  clientId: string
  partnerId?: number
}

/** Gives an active credential a new secret; the earlier one stops working at once. Undefined when there is none. */
export async function rotateSecret(
  db: Database,
  now: number,
  { clientId, partnerId }: CredentialKey,
  actor: Actor,
): Promise<{ credential: Credential; clientSecret: string } | undefined> {
  const clientSecret = mintSecret()
  const credential = await db.write(async (tx) => {
    const rotated = await tx
      .updateTable('credential')
      .set({ secret_hash: hashSecret(clientSecret), rotated_at: now })
      .where('client_id', '=', clientId)
      .$if(partnerId !== undefined, (query) => query.where('partner_id', '=', partnerId ?? 0))
      .where('revoked_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (rotated) await append(tx, now, actor, 'credential-rotated', rotated)
    return rotated
  })
  return credential && { credential, clientSecret }
}

/** Revokes a credential for good; doing it again changes nothing. Undefined when it never existed. */
export async function revokeCredential(
  db: Database,
  now: number,
  { clientId, partnerId }: CredentialKey,
  actor: Actor,
): Promise<Credential | undefined> {
  return db.write(async (tx) => {
    const revoked = await tx
      .updateTable('credential')
      .set({ revoked_at: now })
      .where('client_id', '=', clientId)
      .$if(partnerId !== undefined, (query) => query.where('partner_id', '=', partnerId ?? 0))
      .where('revoked_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (revoked) {
      await append(tx, now, actor, 'credential-revoked', revoked)
      return revoked
    }
    return tx
      .selectFrom('credential')
      .selectAll()
      .where('client_id', '=', clientId)
      .$if(partnerId !== undefined, (query) => query.where('partner_id', '=', partnerId ?? 0))
      .executeTakeFirst()
  })
}

/**
 * Voids the launches and member sessions of a revoked credential; doing it again changes nothing. Undefined when there
 * is none. The caller ends open views after the commit.
 */
export async function endViewsOfCredential(
  db: Database,
  now: number,
  { clientId, partnerId }: CredentialKey,
  actor: Actor,
): Promise<Credential | undefined> {
  return db.write(async (tx) => {
    const revoked = await tx
      .selectFrom('credential')
      .selectAll()
      .where('client_id', '=', clientId)
      .$if(partnerId !== undefined, (query) => query.where('partner_id', '=', partnerId ?? 0))
      .where('revoked_at', 'is not', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!revoked || revoked.views_ended_at !== null) return revoked
    await append(tx, now, actor, 'credential-views-ended', revoked)
    await notify(tx, VIEWS_ENDED, String(revoked.id))
    return tx
      .updateTable('credential')
      .set({ views_ended_at: now })
      .where('id', '=', revoked.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

/**
 * Sets the requests a minute of an active credential. Undefined when there is none. Throws `CHANGED_MEANWHILE` when the
 * limit is neither `rateLimitBefore` nor the new one.
 */
export async function limitCredential(
  db: Database,
  now: number,
  { clientId, partnerId }: CredentialKey,
  { rateLimit, rateLimitBefore }: { rateLimit: number; rateLimitBefore?: number | undefined },
  actor: Actor,
): Promise<Credential | undefined> {
  return db.write(async (tx) => {
    const earlier = await tx
      .selectFrom('credential')
      .select('rate_limit')
      .where('client_id', '=', clientId)
      .$if(partnerId !== undefined, (query) => query.where('partner_id', '=', partnerId ?? 0))
      .where('revoked_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!earlier) return undefined
    const limited = await tx
      .updateTable('credential')
      .set({ rate_limit: rateLimit })
      .where('client_id', '=', clientId)
      .returningAll()
      .executeTakeFirstOrThrow()
    const from = earlier.rate_limit
    if (from === rateLimit) return limited
    if (rateLimitBefore !== undefined && rateLimitBefore !== from) throw new ApiError('CHANGED_MEANWHILE')
    await append(tx, now, actor, 'limit-changed', limited, { from, to: rateLimit })
    return limited
  })
}

/** Audits an action on a credential, for the team of its partner. */
async function append(
  tx: Transaction,
  now: number,
  actor: Actor,
  act: PlainAct,
  { partner_id, client_id }: Credential,
  detail: AuditDetail | null = null,
): Promise<void> {
  await appendAudit(tx, now, { ...actor, partnerId: partner_id }, act, client_id, detail)
}

/** `estante_live_<24>` in production, `estante_test_<24>` in sandbox (specification, section 5). */
function mintClientId(prefix: string, environment: Environment): string {
  const characters = Array.from(
    { length: CLIENT_ID_LENGTH },
    () => CLIENT_ID_ALPHABET[randomInt(CLIENT_ID_ALPHABET.length)],
  )
  return `${prefix}_${environment === PRODUCTION ? 'live' : 'test'}_${characters.join('')}`
}
