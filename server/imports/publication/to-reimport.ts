import { CLEANING } from '@estante/formats/cleaning.ts'
import type { Context } from '../../context.ts'
import { listPublications } from '../../publications/publication.ts'

/** Lists titles that were imported with an earlier version of the sanitiser (`formats/cleaning.ts`). */
export async function listToReimport(context: Pick<Context, 'db' | 'clock'>) {
  const rows = await context.db.read
    .selectFrom('publication')
    .select('public_id')
    .where('cleaning', '<', CLEANING)
    .execute()
  const ids = new Set(rows.map(({ public_id }) => public_id))
  return (await listPublications(context)).filter(({ id }) => ids.has(id))
}
