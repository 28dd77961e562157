import { coverFolder } from '../covers/cover.ts'
import { readFileCover } from '../covers/cover-columns.ts'
import type { Transaction } from '../db/database.ts'
import { GRANT_LIFETIME_MS } from './grant.ts'

/** The longest validity of an address of an earlier revision. */
export const REVISION_GRACE_MS = 2 * GRANT_LIFETIME_MS

/** Returns the folder of the files of one revision. */
export function publicationFolder(publicId: string, revision: number): string {
  return `publications/${publicId}/${revision}`
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
