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
import { mintSecret } from '../random-pool.ts'
import { hashSecret } from '../secrets.ts'
import { lockPartner, ofTenancy, type Tenancy } from '../tenancy.ts'

/** Requests a minute, unless the operator gave the credential another limit (specification, section 8). */
export const ORDINARY_RATE_LIMIT = 120

const CLIENT_ID_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'
const CLIENT_ID_LENGTH = 24

/**
 * Creates a credential. The answer alone has its secret: only a hash is stored. Throws `TOO_MANY_CREDENTIALS` and
 * `CREDENTIAL_NAME_TAKEN`.
 */
export async function createCredential(
  db: Database,
  now: number,
  config: Config,
  subject: Tenancy & {
    name: string
    rateLimit?: number | undefined
    /** The admin; none at the command line. */
    createdBy?: number | undefined
    /** The limit of active ones in the environment, which have different names; none at the command line. */
    activeAtMost?: number
  },
  actor: Actor,
): Promise<{ credential: Credential; clientSecret: string }> {
  const clientSecret = mintSecret()
  const credential = await db.write(async (tx) => {
    if (subject.activeAtMost !== undefined) await refuseAnother(tx, subject, subject.activeAtMost)
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

/**
 * Refuses another credential beyond the limit, or with the name of an active one. The lock lets concurrent calls, on any
 * node, check one after another.
 */
async function refuseAnother(
  tx: Transaction,
  subject: Tenancy & { name: string },
  activeAtMost: number,
): Promise<void> {
  await lockPartner(tx, subject.partnerId)
  const active = await tx
    .selectFrom('credential')
    .select('name')
    .where(ofTenancy(subject))
    .where('revoked_at', 'is', null)
    .execute()
  if (active.length >= activeAtMost) throw new ApiError('TOO_MANY_CREDENTIALS')
  if (active.some(({ name }) => name === subject.name)) throw new ApiError('CREDENTIAL_NAME_TAKEN')
}

/** A credential by its id, of a partner; of any partner for an operator. */
export interface CredentialKey {
  clientId: string
  partnerId?: number
}

/** Gives an active credential a new secret; the earlier one stops working at once. Undefined when there is none. */
export async function rotateSecret(
  db: Database,
  now: number,
  key: CredentialKey,
  actor: Actor,
): Promise<{ credential: Credential; clientSecret: string } | undefined> {
  const clientSecret = mintSecret()
  const credential = await db.write(async (tx) => {
    const found = await lock(tx, key)
    if (!found || found.revoked_at !== null) return undefined
    await append(tx, now, actor, 'credential-rotated', found)
    return update(tx, found, { secret_hash: hashSecret(clientSecret), rotated_at: now })
  })
  return credential && { credential, clientSecret }
}

/** Revokes a credential for good; doing it again changes nothing. Undefined when it never existed. */
export async function revokeCredential(
  db: Database,
  now: number,
  key: CredentialKey,
  actor: Actor,
): Promise<Credential | undefined> {
  return db.write(async (tx) => {
    const found = await lock(tx, key)
    if (!found || found.revoked_at !== null) return found
    await append(tx, now, actor, 'credential-revoked', found)
    return update(tx, found, { revoked_at: now })
  })
}

/**
 * Voids the launches and member sessions of a revoked credential; doing it again changes nothing. Undefined when there
 * is none. The caller ends open views after the commit.
 */
export async function endViewsOfCredential(
  db: Database,
  now: number,
  key: CredentialKey,
  actor: Actor,
): Promise<Credential | undefined> {
  return db.write(async (tx) => {
    const found = await lock(tx, key)
    if (!found || found.revoked_at === null) return undefined
    if (found.views_ended_at !== null) return found
    await append(tx, now, actor, 'credential-views-ended', found)
    notify(tx, VIEWS_ENDED, String(found.id))
    return update(tx, found, { views_ended_at: now })
  })
}

/**
 * Sets the requests a minute of an active credential. Undefined when there is none. Throws `CHANGED_MEANWHILE` when the
 * limit is neither `rateLimitBefore` nor the new one.
 */
export async function limitCredential(
  db: Database,
  now: number,
  key: CredentialKey,
  { rateLimit, rateLimitBefore }: { rateLimit: number; rateLimitBefore?: number | undefined },
  actor: Actor,
): Promise<Credential | undefined> {
  return db.write(async (tx) => {
    const found = await lock(tx, key)
    if (!found || found.revoked_at !== null) return undefined
    const from = found.rate_limit
    if (from === rateLimit) return found
    if (rateLimitBefore !== undefined && rateLimitBefore !== from) throw new ApiError('CHANGED_MEANWHILE')
    await append(tx, now, actor, 'limit-changed', found, { from, to: rateLimit })
    return update(tx, found, { rate_limit: rateLimit })
  })
}

/** Finds a credential, revoked or not, and locks it until the end of the transaction. */
function lock(tx: Transaction, { clientId, partnerId }: CredentialKey): Promise<Credential | undefined> {
  return tx
    .selectFrom('credential')
    .selectAll()
    .where('client_id', '=', clientId)
    .$if(partnerId !== undefined, (query) => query.where('partner_id', '=', partnerId ?? 0))
    .forNoKeyUpdate()
    .executeTakeFirst()
}

function update(tx: Transaction, { id }: Credential, changes: Partial<Credential>): Promise<Credential> {
  return tx.updateTable('credential').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
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
