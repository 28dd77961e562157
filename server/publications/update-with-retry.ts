import type { Updateable } from 'kysely'
import type { Context } from '../context.ts'
import { coverFolder } from '../covers/cover.ts'
import { COVER_GRACE_MS, readFileCover } from '../covers/cover-columns.ts'
import type { Transaction } from '../db/database.ts'
import { WriteConflict } from '../db/errors.ts'
import type { Publication, Tables } from '../db/tables.ts'
import { isTitleFolderInUse } from '../media/folders.ts'
import { supersedeFolder } from '../storage/folder-ledger.ts'
import { type StagedFolders, stageFolders } from '../storage/staged-folders.ts'
import { updatePublication } from './write-publication.ts'

const ATTEMPTS = 5

/**
 * Updates a title, in any state, with the columns that `prepare` derives from its row; `writeMore` runs in the same
 * transaction. When the row changes meanwhile, `prepare` is called again. Writes nothing when it returns undefined.
 * Returns false for an unknown title.
 */
export async function updateWithRetry(
  context: Context,
  id: string,
  prepare: (row: Publication, folders: StagedFolders) => Promise<Updateable<Tables['publication']> | undefined>,
  writeMore: (tx: Transaction, row: Publication) => Promise<void>,
): Promise<boolean> {
  const { db, clock } = context
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const row = await db.read.selectFrom('publication').selectAll().where('public_id', '=', id).executeTakeFirst()
    if (!row) return false
    const folders = stageFolders(context, isTitleFolderInUse)
    try {
      const columns = await prepare(row, folders)
      if (!columns) return true
      if (await db.write((tx) => write(tx, clock.now(), row, { ...columns }, folders, writeMore))) return true
    } catch (error) {
      await folders.abandon()
      throw error
    }
    await folders.abandon()
  }
  throw new WriteConflict()
}

async function write(
  tx: Transaction,
  now: number,
  row: Publication,
  columns: Partial<Publication>,
  folders: StagedFolders,
  writeMore: (tx: Transaction, row: Publication) => Promise<void>,
): Promise<boolean> {
  const latest = await tx
    .selectFrom('publication')
    .selectAll()
    .where('id', '=', row.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  // The whole row: a version column would have to be raised by every statement that writes one.
  if (!latest || JSON.stringify(latest) !== JSON.stringify(row)) return false
  if (!(await folders.commit(tx))) return false
  await updatePublication(tx, row.id, { ...columns, updated_at: now })
  const covers = coversOf({ ...row, ...columns })
  for (const version of coversOf(row).difference(covers)) {
    await supersedeFolder(tx, coverFolder(row.public_id, version), now + COVER_GRACE_MS)
  }
  await writeMore(tx, row)
  return true
}

function coversOf(row: Publication): Set<string> {
  return new Set([row.cover_version, readFileCover(row).version])
}
