import type { Manifest } from '@estante/contract/manifest.ts'
import type { Insertable, Updateable } from 'kysely'
import type { Transaction } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { renewCatalogVersion } from './catalog-version.ts'
import { replaceFacets } from './facets.ts'

/*
 * The only module that writes the tables of titles and their partners, so that no change misses the version that caches
 * depend on (`readCatalogVersion`).
 */

/**
 * Serializes writers of titles until the transaction ends, on every node: titles read after it do not change. Call it
 * after locking a title's own row, in the order of all other transactions.
 */
export async function lockCatalog(tx: Transaction): Promise<void> {
  await renewCatalogVersion(tx)
}

export async function insertPublication(tx: Transaction, columns: Insertable<Tables['publication']>): Promise<void> {
  const { id } = await tx.insertInto('publication').values(columns).returning('id').executeTakeFirstOrThrow()
  await replaceFacets(tx, id, metadataOf(columns.manifest))
  await renewCatalogVersion(tx)
}

export async function updatePublication(
  tx: Transaction,
  id: number,
  columns: Updateable<Tables['publication']>,
): Promise<void> {
  await tx.updateTable('publication').set(columns).where('id', '=', id).execute()
  if (columns.manifest !== undefined) await replaceFacets(tx, id, metadataOf(columns.manifest))
  await renewCatalogVersion(tx)
}

/** Sets the partners that have a restricted title. */
export async function replacePartners(tx: Transaction, id: number, partnerIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('publication_partner').where('publication_id', '=', id).execute()
  if (partnerIds.length > 0) {
    const rows = partnerIds.map((partnerId) => ({ publication_id: id, partner_id: partnerId }))
    await tx.insertInto('publication_partner').values(rows).execute()
  }
  await renewCatalogVersion(tx)
}

function metadataOf(manifest: string): Manifest['metadata'] {
  return (JSON.parse(manifest) as Manifest).metadata
}
