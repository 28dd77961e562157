import type { Kysely } from 'kysely'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { Tables } from '../db/tables.ts'
import { availableTo } from './available.ts'
import { type CardRow, cardColumns } from './publication.ts'

const NAME = 'featured_title'

/** The title that the operator put first on the home screen; undefined when there is none that the partner is shown now. */
export async function readFeatured(db: Kysely<Tables>, now: number, partnerId: number): Promise<CardRow | undefined> {
  const [row] = await findFeatured(db, { now, partnerId, name: NAME })
  return row
}

const findFeatured = prepared((db, { now, partnerId, name }: { now: number; partnerId: number; name: string }) =>
  db
    .selectFrom('setting')
    .innerJoin('publication', 'publication.public_id', 'setting.value')
    .select(cardColumns)
    .where('setting.name', '=', name)
    .where(availableTo(partnerId, now)),
)

/** Puts a title first on the home screen, or none. False when there is no such title in the catalog. */
export async function featureTitle({ db }: Context, id: string | undefined): Promise<boolean> {
  return db.write(async (tx) => {
    if (id !== undefined && !(await isInCatalog(tx, id))) return false
    await tx.deleteFrom('setting').where('name', '=', NAME).execute()
    if (id !== undefined) await tx.insertInto('setting').values({ name: NAME, value: id }).execute()
    return true
  })
}

async function isInCatalog(tx: Transaction, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('publication')
    .select('id')
    .where('public_id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
