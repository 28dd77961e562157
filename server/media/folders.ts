import type { Manifest } from '@estante/contract/manifest.ts'
import type { Context } from '../context.ts'
import { coverFolder } from '../covers/cover.ts'
import { readFileCover } from '../covers/cover-columns.ts'
import type { Transaction } from '../db/database.ts'
import type { Publication } from '../db/tables.ts'
import { GRANT_LIFETIME_MS } from './grant.ts'

/** The longest validity of an address of an earlier revision. */
export const REVISION_GRACE_MS = 2 * GRANT_LIFETIME_MS

export function publicationFolder(publicId: string, revision: number): string {
  return `publications/${publicId}/${revision}`
}

/** Whether the first file of a title is stored. Throws `StorageUnavailable`. */
export async function hasFirstFile(
  { files }: Pick<Context, 'files'>,
  { public_id, revision, manifest }: Pick<Publication, 'public_id' | 'revision' | 'manifest'>,
): Promise<boolean> {
  const [first] = (JSON.parse(manifest) as Manifest).readingOrder
  const key = `${publicationFolder(public_id, revision)}/${decodeURIComponent(first?.href ?? '')}`
  return (await files.open(key)) !== undefined
}

/** Whether a title uses a folder, of its files or of its covers. */
export async function isTitleFolderInUse(tx: Transaction, folder: string): Promise<boolean> {
  const [, id = ''] = folder.split('/')
  const title = await tx
    .selectFrom('publication')
    .select(['revision', 'cover_version', 'file_cover'])
    .where('public_id', '=', id)
    .executeTakeFirst()
  if (!title) return false
  const covers = [title.cover_version, readFileCover(title).version].map((version) => coverFolder(id, version))
  return [publicationFolder(id, title.revision), ...covers].includes(folder)
}
