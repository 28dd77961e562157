import type { Connection } from '../db/database.ts'
import type { Publication } from '../db/tables.ts'

/** Leaves one row of each work: the first of the preferred form, else the first. Skips the works in `excluded`. */
export function dedupeByWork<Row extends Pick<Publication, 'work_key' | 'type'>>(
  rows: readonly Row[],
  excluded: ReadonlySet<string> = new Set(),
  preferred?: Publication['type'],
): Row[] {
  const works = new Map<string, Row>()
  for (const row of rows) {
    if (excluded.has(row.work_key)) continue
    const isBetter = row.type === preferred && works.get(row.work_key)?.type !== preferred
    if (isBetter || !works.has(row.work_key)) works.set(row.work_key, row)
  }
  return [...works.values()]
}

/** Selects the row ids of a title's work: the title itself and its other form, in any state. */
export function formsOfWork(db: Connection, publicId: string) {
  return db
    .selectFrom('publication as form')
    .innerJoin('publication as title', 'title.work_key', 'form.work_key')
    .select('form.id')
    .where('title.public_id', '=', publicId)
}
