import { type Actor, appendAudit } from '../audit/audit.ts'
import type { Database, Transaction } from '../db/database.ts'
import { violatesUnique } from '../db/errors.ts'
import { newId } from '../db/ids.ts'
import { notify } from '../db/notify.ts'
import type { Partner } from '../db/tables.ts'
import { SUSPENDED } from '../members/open-views.ts'
import { toSearchText } from '../search-text.ts'
import { PREVIEW_PARTNER_ID } from '../tenancy.ts'

/** Another partner has the slug. */
export class SlugTakenError extends Error {
  override name = 'SlugTakenError'
}

/** The format of a slug, which identifies a partner in commands and operators' addresses, and never changes. */
export const SLUG = /^[a-z0-9][a-z0-9-]{0,39}$/

/** Creates a partner. Throws `SlugTakenError`. */
export async function createPartner(
  db: Database,
  now: number,
  { slug, name }: { slug: string; name: string },
  actor?: Actor,
): Promise<Partner> {
  return refusingTakenSlug(slug, () => db.write((tx) => insertPartner(tx, now, { slug, name }, actor)))
}

/** Creates a partner in the caller's transaction (`refusingTakenSlug`). Without an actor it is not audited. */
export async function insertPartner(
  tx: Transaction,
  now: number,
  { slug, name }: { slug: string; name: string },
  actor?: Actor,
): Promise<Partner> {
  const partner = await tx
    .insertInto('partner')
    .values({ public_id: newId('ptn'), slug, name, created_at: now, search_text: toSearchText(name, slug) })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (actor) await appendAudit(tx, now, { ...actor, partnerId: partner.id }, 'partner-created', name)
  return partner
}

/** Rethrows the failure of `write` for a slug that is taken as `SlugTakenError`. */
export async function refusingTakenSlug<T>(slug: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (violatesUnique(error, 'slug')) throw new SlugTakenError(slug, { cause: error })
    throw error
  }
}

/** Finds a partner by slug. */
export async function findPartner(db: Pick<Database, 'read'>, slug: string): Promise<Partner | undefined> {
  return db.read
    .selectFrom('partner')
    .selectAll()
    .where('slug', '=', slug)
    .where('id', '!=', PREVIEW_PARTNER_ID)
    .executeTakeFirst()
}

/** Renames a partner; its slug does not change. */
export async function renamePartner(tx: Transaction, { id, slug }: Partner, name: string): Promise<Partner> {
  return tx
    .updateTable('partner')
    .set({ name, search_text: toSearchText(name, slug) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Sets the calls a minute of a partner's ordinary credentials together, in each environment. Returns the previous limit
 * too; undefined for an unknown partner.
 */
export async function limitPartner(
  tx: Transaction,
  partnerId: number,
  rateLimit: number,
): Promise<{ partner: Partner; earlierLimit: number } | undefined> {
  const earlier = await tx
    .selectFrom('partner')
    .select('rate_limit')
    .where('id', '=', partnerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!earlier) return undefined
  const partner = await tx
    .updateTable('partner')
    .set({ rate_limit: rateLimit })
    .where('id', '=', partnerId)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { partner, earlierLimit: earlier.rate_limit }
}

/**
 * Suspends a partner: its calls, launches and member sessions are refused from now on, on every node. Undefined when it
 * is already suspended. The caller ends open views after the commit.
 */
export async function suspendPartner(tx: Transaction, now: number, partnerId: number): Promise<Partner | undefined> {
  const suspended = await tx
    .updateTable('partner')
    .set({ suspended_at: now })
    .where('id', '=', partnerId)
    .where('suspended_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (suspended) await notify(tx, SUSPENDED, String(partnerId))
  return suspended
}

/**
 * Reactivates a suspended partner: everything that was not revoked works again. Undefined when it is not suspended, or
 * is being purged.
 */
export async function resumePartner(tx: Transaction, partnerId: number): Promise<Partner | undefined> {
  return tx
    .updateTable('partner')
    .set({ suspended_at: null })
    .where('id', '=', partnerId)
    .where('suspended_at', 'is not', null)
    .where('purge_started_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}
