import type { Publication } from '../db/tables.ts'

/** Each work once, in the form that is preferred, else in the one that comes first; none of those left out. */
export function onceEach<Row extends Pick<Publication, 'work_key' | 'type'>>(
  rows: readonly Row[],
  leftOut: ReadonlySet<string> = new Set(),
  preferred?: Publication['type'],
): Row[] {
  const works = new Map<string, Row>()
  for (const row of rows) {
    if (leftOut.has(row.work_key)) continue
    const isBetter = row.type === preferred && works.get(row.work_key)?.type !== preferred
    if (isBetter || !works.has(row.work_key)) works.set(row.work_key, row)
  }
  return [...works.values()]
}
