import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { type Month, nameOfMonth } from '../calendar.ts'
import type { Database } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { ofTenancy, type Tenancy } from '../tenancy.ts'
import { isListed, NOTHING } from './figures.ts'
import { watchForRewrites } from './revision.ts'

/** Rows of a read. SQLite reads synchronously: 250 rows block the event loop for a quarter of a millisecond. */
const ROWS_A_READ = { sqlite: 250, postgresql: 1000 }
/** Event-loop turns between two reads. A short request takes about as many, so it waits for one or two reads only. */
const TURNS_BETWEEN = 4

/**
 * Streams the report of a month as JSON, some hundred members at a time, without blocking the event loop. The totals
 * are summed from the rows sent and come last, so that both always agree. Nothing is sent before the first read, so an
 * unavailable database still gets an error response. Throws, which breaks off the response, when a member of the report
 * is erased between two reads.
 */
export async function* writeUsageReport(db: Database, tenancy: Tenancy, month: Month): AsyncGenerator<string> {
  const totals = { ...NOTHING }
  let before = `{"month":${JSON.stringify(nameOfMonth(month))},"users":[`
  let after = ''
  const throwIfRewritten = await watchForRewrites(db.read, tenancy, month)
  for (;;) {
    const [page] = await readPage[db.kind](db.readBulk, { ...tenancy, month, after })
    if (after !== '') await throwIfRewritten()
    if (!page?.users || !page.last) break
    totals.activeUsers += page.activeUsers
    totals.titlesStarted += page.titlesStarted
    totals.listeningSeconds += page.listeningSeconds
    totals.readingChapters += page.readingChapters
    yield before + page.users
    before = ','
    if (page.activeUsers < ROWS_A_READ[db.kind]) break
    after = page.last
    // Yield to other requests: a client that reads fast would delay them until the end.
    for (let turn = 0; turn < TURNS_BETWEEN; turn++) await nextTurn()
  }
  yield `${before === ',' ? '' : before}],"totals":${JSON.stringify(totals)}}`
}

/**
 * Builds the text of a page in the database, which takes half the time of reading its rows and serializing them here.
 * Both aggregates keep the order of the inner query: SQLite reads a subquery with a limit in its order.
 */
const readPage = {
  sqlite: prepared(
    pageOf(
      ROWS_A_READ.sqlite,
      sql`group_concat(json_object(
        'externalUserId', external_user_id,
        'titlesStarted', titles_started,
        'listeningSeconds', listening_seconds,
        'lastActivityAt', case when last_activity_at > 0
          then replace(datetime(last_activity_at / 1000.0, 'unixepoch', 'subsec'), ' ', 'T') || 'Z' end
      ))`,
    ),
  ),
  // Days apart from milliseconds: together they are more than a double holds exactly.
  postgresql: prepared(
    pageOf(
      ROWS_A_READ.postgresql,
      sql`string_agg(concat(
        '{"externalUserId":', to_json(external_user_id),
        ',"titlesStarted":', titles_started,
        ',"listeningSeconds":', listening_seconds,
        ',"lastActivityAt":', case when last_activity_at > 0 then to_json(to_char(
          date '1970-01-01' + (last_activity_at / 86400000)::int + last_activity_at % 86400000 * interval '1 millisecond',
          'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
        ))::text else 'null' end, '}'
      ), ',' order by external_user_id)`,
    ),
  ),
}

function pageOf(rows: number, users: RawBuilder<unknown>) {
  return (db: Database['read'], values: Tenancy & { month: Month; after: string }) =>
    db
      .selectFrom(
        db
          .selectFrom('usage_month')
          .select(['external_user_id', 'titles_started', 'chapters_read', 'last_activity_at'])
          .select(sql<number>`listening_ms / 1000`.as('listening_seconds'))
          .where(ofTenancy(values))
          .where('month', '=', values.month)
          .where('external_user_id', '>', values.after)
          .where(isListed)
          .orderBy('external_user_id')
          .limit(rows)
          .as('line'),
      )
      .select((row) => [
        users.$castTo<string | null>().as('users'),
        row.fn.max('external_user_id').as('last'),
        row.fn.countAll<number>().as('activeUsers'),
        row.fn.sum<number>('titles_started').as('titlesStarted'),
        row.fn.sum<number>('listening_seconds').as('listeningSeconds'),
        row.fn.sum<number>('chapters_read').as('readingChapters'),
      ])
}
