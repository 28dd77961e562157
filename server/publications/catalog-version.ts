import { randomUUID } from 'node:crypto'
import type { Connection, Transaction } from '../db/database.ts'
import { readSetting, writeSetting } from '../db/setting.ts'

const NAME = 'catalog_version'

/**
 * Reads the version of the catalog. Every change of a title, in any process, writes another in the same transaction
 * (`write-publication.ts`): rows read after the version stay valid while the version is the same.
 */
export async function readCatalogVersion(db: Connection): Promise<string> {
  return (await readSetting(db, NAME)) ?? ''
}

export async function renewCatalogVersion(tx: Transaction): Promise<void> {
  await writeSetting(tx, NAME, randomUUID())
}
