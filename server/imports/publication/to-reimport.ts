import { SANITIZER_VERSION } from '@estante/formats/sanitizer-version.ts'
import type { Context } from '../../context.ts'
import { readWholeCatalog } from '../../publications/publication.ts'
import { isNotWithdrawn } from '../../publications/publication-state.ts'

/** Lists titles that were imported with an earlier version of the sanitiser (`formats/sanitizer-version.ts`). */
export async function listToReimport(context: Pick<Context, 'db' | 'clock'>) {
  const rows = await context.db.read
    .selectFrom('publication')
    .select('public_id')
    .where('sanitizer_version', '<', SANITIZER_VERSION)
    .where(isNotWithdrawn)
    .execute()
  const ids = new Set(rows.map(({ public_id }) => public_id))
  return (await readWholeCatalog(context)).filter(({ id }) => ids.has(id))
}
