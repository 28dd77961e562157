import type { Updateable } from 'kysely'
import { type Actor, appendAudit } from '../audit/audit.ts'
import type { Database, Transaction } from '../db/database.ts'
import { violatesUnique } from '../db/errors.ts'
import { newId } from '../db/ids.ts'
import { notify } from '../db/notify.ts'
import type { Partner, Tables } from '../db/tables.ts'
import { ApiError } from '../http/errors.ts'
import { SUSPENDED } from '../members/open-views.ts'
import { toSearchText } from '../search-text.ts'
import { lockPartner, PREVIEW_PARTNER_ID } from '../tenancy.ts'

type Names = Pick<Partner, 'slug' | 'name'>

/** Creates a partner. Throws an error that `isDuplicateSlug` recognises when another partner has the slug. */
export async function createPartner(db: Database, now: number, names: Names, actor: Actor): Promise<Partner> {
  return db.write((tx) => insertPartner(tx, now, names, actor))
}

/** Like `createPartner`, in the caller's transaction. */
export async function insertPartner(
  tx: Transaction,
  now: number,
  { slug, name }: Names,
  actor: Actor,
): Promise<Partner> {
  const partner = await tx
    .insertInto('partner')
    .values({ public_id: newId('ptn'), slug, name, created_at: now, search_text: toSearchText(name, slug) })
    .returningAll()
    .executeTakeFirstOrThrow()
  await appendAudit(tx, now, { ...actor, partnerId: partner.id }, 'partner-created', name)
  return partner
}

/** Whether a write failed because another partner has this slug. */
export function isDuplicateSlug(error: unknown): boolean {
  return violatesUnique(error, 'slug')
}

export async function findPartner(db: Pick<Database, 'read'>, slug: string): Promise<Partner | undefined> {
  return db.read
    .selectFrom('partner')
    .selectAll()
    .where('slug', '=', slug)
    .where('id', '!=', PREVIEW_PARTNER_ID)
    .executeTakeFirst()
}

/**
 * Renames a partner; its slug does not change. Throws `NOT_FOUND`, and `CHANGED_MEANWHILE` when the name is neither
 * `nameBefore` nor the new one.
 */
export async function renamePartner(
  db: Database,
  now: number,
  partnerId: number,
  { name, nameBefore }: { name: string; nameBefore?: string | undefined },
  actor: Actor,
): Promise<Partner> {
  return db.write(async (tx) => {
    const partner = await lockPartner(tx, partnerId)
    if (name === partner.name) return partner
    if (nameBefore !== undefined && nameBefore !== partner.name) throw new ApiError('CHANGED_MEANWHILE')
    await appendAudit(tx, now, { ...actor, partnerId }, 'partner-renamed', name, { from: partner.name, to: name })
    return updatePartner(tx, partnerId, { name, search_text: toSearchText(name, partner.slug) })
  })
}

/**
 * Sets the calls a minute of a partner's ordinary credentials together, in each environment. Throws `NOT_FOUND`, and
 * `CHANGED_MEANWHILE` when the limit is neither `rateLimitBefore` nor the new one.
 */
export async function limitPartner(
  db: Database,
  now: number,
  partnerId: number,
  { rateLimit, rateLimitBefore }: { rateLimit: number; rateLimitBefore?: number | undefined },
  actor: Actor,
): Promise<Partner> {
  return db.write(async (tx) => {
    const partner = await lockPartner(tx, partnerId)
    const from = partner.rate_limit
    if (from === rateLimit) return partner
    if (rateLimitBefore !== undefined && rateLimitBefore !== from) throw new ApiError('CHANGED_MEANWHILE')
    const detail = { from, to: rateLimit }
    await appendAudit(tx, now, { ...actor, partnerId }, 'partner-limit-changed', partner.name, detail)
    return updatePartner(tx, partnerId, { rate_limit: rateLimit })
  })
}

/**
 * Suspends a partner: its calls, launches and member sessions are refused from now on, on every node. Repeating it
 * changes nothing. The caller ends open views afterwards. Throws `NOT_FOUND`.
 */
export async function suspendPartner(db: Database, now: number, partnerId: number, actor: Actor): Promise<Partner> {
  return db.write(async (tx) => {
    const partner = await lockPartner(tx, partnerId)
    if (partner.suspended_at !== null) return partner
    await appendAudit(tx, now, { ...actor, partnerId }, 'partner-suspended', partner.name)
    notify(tx, SUSPENDED, String(partnerId))
    return updatePartner(tx, partnerId, { suspended_at: now })
  })
}

/**
 * Reactivates a suspended partner: everything that was not revoked works again. Changes nothing when it is not
 * suspended, or is being purged. Throws `NOT_FOUND`.
 */
export async function resumePartner(db: Database, now: number, partnerId: number, actor: Actor): Promise<Partner> {
  return db.write(async (tx) => {
    const partner = await lockPartner(tx, partnerId)
    if (partner.suspended_at === null || partner.purge_started_at !== null) return partner
    await appendAudit(tx, now, { ...actor, partnerId }, 'partner-resumed', partner.name)
    return updatePartner(tx, partnerId, { suspended_at: null })
  })
}

function updatePartner(tx: Transaction, partnerId: number, columns: Updateable<Tables['partner']>): Promise<Partner> {
  return tx.updateTable('partner').set(columns).where('id', '=', partnerId).returningAll().executeTakeFirstOrThrow()
}
