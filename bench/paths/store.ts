import { statSync } from 'node:fs'
import { join } from 'node:path'
import { toMonth } from '@estante/server/calendar.ts'
import type { Database } from '@estante/server/db/database.ts'
import { SQLITE_FILE } from '@estante/server/db/open.ts'
import { startPostgres } from '@estante/server/test/postgres-server.ts'
import { sql } from 'kysely'
import { count, type Row } from '../measure/compare.ts'
import type { Path, Run } from '../run.ts'
import { type DataLocation, openInstance, reportedMonths, seedInstance } from '../seed.ts'

const TITLES = 1_000
const SITTINGS = 5
const MINUTES_A_SITTING = 2
const MINUTES_A_MEMBER = SITTINGS * MINUTES_A_SITTING
const MINUTES_A_DAY = 1_440
/**
 * The same rows of a member, their month and their ten minutes, written in the same order into the tables of the commit
 * before 368dacd (decision 41): 100,000 members, by the size of the file.
 */
const BYTES_A_MEMBER_BEFORE = 4_039
/** Members whose minutes PostgreSQL stores: a million minutes. */
const MEMBERS_ON_POSTGRES = 100_000

/** Bytes on the disk: of a file with members and their minutes, and of a minute. */
export const store: Path = async (run) => [await measureFile(run), await measureMinute(run)]

async function measureFile(run: Run): Promise<Row> {
  const { members } = run.sizes.large
  const location = { dataDir: run.newPath('data') }
  await fill(location, members, async () => {})
  const { size } = statSync(join(location.dataDir, SQLITE_FILE))
  const before = members * BYTES_A_MEMBER_BEFORE
  return {
    path: `File of the embedded database, ${count(members)} members, ${count(members * MINUTES_A_MEMBER)} minutes, a month`,
    beside: 'itself with texts for keys, 100,000 members',
    by: 'bytes',
    ours: megabytes(size),
    theirs: megabytes(before),
    ratio: size / before,
    target: { atMost: 0.25 },
  }
}

async function measureMinute(run: Run): Promise<Row> {
  const postgres = await startPostgres()
  try {
    let bytes = 0
    const location = { dataDir: run.newPath('data'), databaseUrl: postgres.url }
    await fill(location, MEMBERS_ON_POSTGRES, async (db) => {
      await sql`vacuum activity_minute`.execute(db.read)
      const { rows } = await sql<{ bytes: number }>`
        select pg_total_relation_size('activity_minute') as bytes
      `.execute(db.read)
      bytes = Number(rows[0]?.bytes) / (MEMBERS_ON_POSTGRES * MINUTES_A_MEMBER)
    })
    return {
      path: 'A row of activity_minute on PostgreSQL, table and index',
      by: 'bytes',
      ours: `${bytes.toFixed(0)} B`,
      figure: bytes,
      target: { atMost: 130 },
    }
  } finally {
    await postgres.stop()
  }
}

/** Seeds members, and for each day, in order of member, five sittings of two minutes. */
async function fill(location: DataLocation, members: number, then: (db: Database) => Promise<void>): Promise<void> {
  await seedInstance(location, { members, titles: TITLES })
  const [month] = reportedMonths()
  const start = Date.parse(`${month}-01`)
  const db = await openInstance(location)
  for (let sitting = 0; sitting < SITTINGS; sitting++) {
    const minute = start / 60_000 + sitting * MINUTES_A_DAY
    await db.write((tx) =>
      sql`
        insert into activity_minute
        select partner_id, id, minute, id % ${sql.lit(TITLES)} + 1, 60000, 60000, 0, (minute + 1) * cast(60000 as bigint)
        from (
          select partner_id, id, ${sql.lit(minute)} + id % 600 + part.minute as minute
          from member, (select 0 as minute union all select 1) as part order by id, part.minute
        ) as heard
      `.execute(tx),
    )
  }
  await db.write((tx) =>
    sql`
      insert into usage_month
      select partner_id, environment, ${sql.lit(toMonth(month))}, external_user_id, id, 600000, 600000, 0, 1, 0, ${sql.lit(start)}
      from member order by external_user_id
    `.execute(tx),
  )
  await then(db)
  await db.close()
}

function megabytes(bytes: number): string {
  return `${count(bytes / 1e6)} MB`
}
