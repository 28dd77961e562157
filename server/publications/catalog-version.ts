import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Transaction } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { Tables } from '../db/tables.ts'

const NAME = 'catalog_version'

/**
 * A name for all titles as they are now. Whatever changes one of them, in any process, gives another name in the same
 * transaction (`write-publication.ts`): what was read of them after this one is as it was while this one stays.
 */
export async function readCatalogVersion(db: Kysely<Tables>): Promise<string> {
  const [row] = await readSetting(db, { name: NAME })
  return row?.value ?? ''
}

export async function renewCatalogVersion(tx: Transaction): Promise<void> {
  await tx
    .insertInto('setting')
    .values({ name: NAME, value: randomUUID() })
    .onConflict((conflict) => conflict.column('name').doUpdateSet((row) => ({ value: row.ref('excluded.value') })))
    .execute()
}

const readSetting = prepared((db, { name }: { name: string }) =>
  db.selectFrom('setting').select('value').where('name', '=', name),
)
