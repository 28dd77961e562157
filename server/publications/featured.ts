import type { Kysely } from 'kysely'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { renewCatalogVersion } from './catalog-version.ts'

const NAME = 'featured_title'

/** The public id of the title that the operator put first on the home screen, shown or not. */
export async function findFeaturedId(db: Kysely<Tables>): Promise<string | undefined> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', NAME).executeTakeFirst()
  return row?.value
}

/** Features a title on the home screen, or none. Returns false for a title that is not in the catalog. */
export async function featureTitle({ db }: Context, id: string | undefined): Promise<boolean> {
  return db.write(async (tx) => {
    if (id !== undefined && !(await isInCatalog(tx, id))) return false
    await tx.deleteFrom('setting').where('name', '=', NAME).execute()
    if (id !== undefined) await tx.insertInto('setting').values({ name: NAME, value: id }).execute()
    await renewCatalogVersion(tx)
    return true
  })
}

async function isInCatalog(tx: Transaction, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('publication')
    .select('id')
    .where('public_id', '=', id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
