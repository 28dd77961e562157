import type { Context } from '../context.ts'
import { GRANT_LIFETIME_MS } from '../publications/grant.ts'

/** Nobody holds an address of an earlier revision for longer. */
const REVISION_GRACE_MS = 2 * GRANT_LIFETIME_MS
/** Partners keep copies of the catalog: the cover they know stays for a month. */
const COVER_GRACE_MS = 30 * 24 * 3_600_000

/** Removes stored files that no title shows any more: earlier revisions, earlier covers, and what a crash left behind. */
export async function removeSuperseded(context: Context): Promise<void> {
  const rows = await context.db.read
    .selectFrom('publication')
    .select(['id', 'revision', 'cover_version', 'updated_at'])
    .execute()
  const titles = rows.map((row) => ({ ...row, revision: String(row.revision) }))
  await removeOthers(
    context,
    'publications',
    new Map(titles.map((row) => [row.id, row])),
    'revision',
    REVISION_GRACE_MS,
  )
  await removeOthers(context, 'covers', new Map(titles.map((row) => [row.id, row])), 'cover_version', COVER_GRACE_MS)
}

interface Title {
  revision: string
  cover_version: string
  updated_at: number
}

async function removeOthers(
  { files, clock }: Context,
  place: string,
  titles: Map<string, Title>,
  kept: 'revision' | 'cover_version',
  graceMs: number,
): Promise<void> {
  const before = clock.now() - graceMs
  for (const { name: id } of await files.listFolders(place)) {
    const title = titles.get(id)
    const folders = await files.listFolders(`${place}/${id}`)
    // What was stored lately may be of an import that has not written its row yet.
    const old = folders.filter((folder) => folder.storedAt < before && folder.name !== title?.[kept])
    if (!title && old.length === folders.length) await files.removeFolder(`${place}/${id}`)
    else if (!title || title.updated_at < before) {
      for (const { name } of old) await files.removeFolder(`${place}/${id}/${name}`)
    }
  }
}
