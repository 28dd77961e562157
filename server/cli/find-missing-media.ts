import type { Context } from '../context.ts'
import { hasFirstFile } from '../media/folders.ts'
import { isNotWithdrawn } from '../publications/publication-state.ts'

/** Titles that are held in memory at once, with their manifests. */
const TITLES_AT_ONCE = 100

/** Finds the titles whose first file is missing from the media. Throws if one cannot be opened, naming it. */
export async function findMissingMedia(context: Pick<Context, 'db' | 'files'>) {
  const missing: string[] = []
  let titleCount = 0
  for (let lastId = ''; ; ) {
    const titles = await context.db.read
      .selectFrom('publication')
      .select(['public_id', 'title', 'revision', 'manifest'])
      .where(isNotWithdrawn)
      .where('public_id', '>', lastId)
      .orderBy('public_id')
      .limit(TITLES_AT_ONCE)
      .execute()
    for (const publication of titles) {
      const { public_id, title } = publication
      try {
        if (!(await hasFirstFile(context, publication))) missing.push(title)
      } catch (cause) {
        throw new Error(`${title}: ${(cause as Error).message}`, { cause })
      }
      lastId = public_id
    }
    titleCount += titles.length
    if (titles.length < TITLES_AT_ONCE) return { missing, titleCount }
  }
}
