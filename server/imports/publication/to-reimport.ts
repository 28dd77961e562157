import { CLEANING } from '@estante/formats/cleaning.ts'
import type { Context } from '../../context.ts'
import { listPublications } from '../../publications/publication.ts'

/** The titles in the catalog that were imported before the sanitiser was what it is now (`formats/cleaning.ts`). */
export async function listToReimport(context: Pick<Context, 'db' | 'clock'>) {
  const rows = await context.db.read
    .selectFrom('publication')
    .select('public_id')
    .where('cleaning', '<', CLEANING)
    .execute()
  const ids = new Set(rows.map(({ public_id }) => public_id))
  return (await listPublications(context)).filter(({ id }) => ids.has(id))
}
