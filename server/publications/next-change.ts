import { sql } from 'kysely'
import type { Connection } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'

/** Reads when the next title appears or disappears by its date, in epoch milliseconds; Infinity when none will. */
export async function readNextChange(db: Connection, now: number): Promise<number> {
  const [[appearing], [disappearing]] = await Promise.all([
    findNextAppearing(db, { now }),
    findNextDisappearing(db, { now }),
  ])
  return Math.min(appearing?.at ?? Infinity, disappearing?.at ?? Infinity)
}

// The partial index serves only a query that repeats its condition, `publish_from > 0`.
const findNextAppearing = prepared((db, { now }: { now: number }) =>
  db
    .selectFrom('publication')
    .select((row) => row.fn.min('publish_from').as('at'))
    .where('publish_from', '>', sql.lit(0))
    .where('publish_from', '>', now),
)
const findNextDisappearing = prepared((db, { now }: { now: number }) =>
  db
    .selectFrom('publication')
    .select((row) => row.fn.min('publish_until').as('at'))
    .where('publish_until', '>', now),
)
