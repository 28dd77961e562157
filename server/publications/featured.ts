import { type Actor, appendAudit } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import type { Connection, Transaction } from '../db/database.ts'
import { readSetting, writeSetting } from '../db/setting.ts'
import type { Publication } from '../db/tables.ts'
import { renewCatalogVersion } from './catalog-version.ts'
import { isNotWithdrawn } from './publication-state.ts'

const NAME = 'featured_title'

/** Finds the public id of the title that the operator put first on the home screen, shown or not. */
export async function findFeaturedId(db: Connection): Promise<string | undefined> {
  return readSetting(db, NAME)
}

/** Puts a title first on the home screen. Returns false when there is no such title in the catalog. */
export async function featurePublication({ db, clock }: Context, id: string, actor: Actor): Promise<boolean> {
  return db.write(async (tx) => {
    const publication = await findInCatalog(tx, id)
    if (!publication) return false
    await writeSetting(tx, NAME, id)
    await renewCatalogVersion(tx)
    await appendAudit(tx, clock.now(), actor, 'title-featured', publication.title, { id })
    return true
  })
}

/**
 * Takes a title from the first place of the home screen, if it is there; without an id, whichever is there. Returns
 * false when there is no such title.
 */
export async function unfeaturePublication(
  { db, clock }: Context,
  id: string | undefined,
  actor: Actor,
): Promise<boolean> {
  return db.write(async (tx) => {
    if (id !== undefined && !(await findInCatalog(tx, id))) return false
    const removed = await tx
      .deleteFrom('setting')
      .where('name', '=', NAME)
      .$if(id !== undefined, (query) => query.where('value', '=', id ?? ''))
      .returning('value')
      .executeTakeFirst()
    if (!removed) return true
    await renewCatalogVersion(tx)
    const publication = await findInCatalog(tx, removed.value)
    await appendAudit(tx, clock.now(), actor, 'title-unfeatured', publication?.title ?? null, { id: removed.value })
    return true
  })
}

async function findInCatalog(tx: Transaction, id: string): Promise<Pick<Publication, 'title'> | undefined> {
  return tx
    .selectFrom('publication')
    .select('title')
    .where('public_id', '=', id)
    .where(isNotWithdrawn)
    .executeTakeFirst()
}
