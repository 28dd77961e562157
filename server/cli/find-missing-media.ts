import type { Context } from '../context.ts'
import { isNotWithdrawn } from '../publications/publication-state.ts'
import { publicationFolder } from '../publications/title-folders.ts'

/** Finds the titles whose first file is missing from the media. Throws if one cannot be opened, naming it. */
export async function findMissingMedia({ db, files }: Pick<Context, 'db' | 'files'>) {
  const titles = await db.read
    .selectFrom('publication')
    .select(['public_id', 'title', 'revision', 'manifest'])
    .where(isNotWithdrawn)
    .execute()
  const missing: string[] = []
  for (const { public_id, title, revision, manifest } of titles) {
    const [first] = (JSON.parse(manifest) as { readingOrder: { href: string }[] }).readingOrder
    const key = `${publicationFolder(public_id, revision)}/${decodeURIComponent(first?.href ?? '')}`
    try {
      if (!(await files.open(key))) missing.push(title)
    } catch (cause) {
      throw new Error(`${title}: ${(cause as Error).message}`, { cause })
    }
  }
  return { missing, titleCount: titles.length }
}
