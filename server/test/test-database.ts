import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { migrate } from '../db/migrate.ts'
import { openPostgres } from '../db/postgres.ts'

/** The PostgreSQL server that the tests use, when they run on PostgreSQL; the embedded database otherwise. */
const SERVER = process.env.TEST_DATABASE_URL

/** The database this run of the tests is about. */
export const testsOn = SERVER === undefined ? 'sqlite' : 'postgresql'

/** A database that has the tables and nothing in them, to be copied: faster than making them for each test. */
const TABLES = 'estante_tables'
/** Any number: whoever makes it holds this lock. */
const TABLES_LOCK = 20_261_122

/**
 * A database for one test: the settings that open it, and how to remove it. A database of its own rather than a schema:
 * locks and announcements belong to a database. It is empty, unless it `hasTables`.
 */
export async function createTestDatabase({ hasTables = false } = {}): Promise<{
  env: { DATABASE_URL?: string }
  drop(): Promise<void>
}> {
  if (SERVER === undefined) return { env: {}, drop: async () => {} }
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(async (client) => {
    if (hasTables) await makeTables(client)
    await client.query(`create database ${name} template ${hasTables ? TABLES : 'template1'}`)
  })
  return {
    env: { DATABASE_URL: urlOf(name) },
    drop: () => administer((client) => client.query(`drop database ${name} with (force)`)),
  }
}

async function makeTables(client: pg.Client): Promise<void> {
  if (await isThere(client)) return
  await client.query(`select pg_advisory_lock(${TABLES_LOCK})`)
  if (await isThere(client)) return
  await client.query(`drop database if exists ${TABLES}_unfinished`)
  await client.query(`create database ${TABLES}_unfinished`)
  const db = openPostgres(urlOf(`${TABLES}_unfinished`), 1)
  await migrate(db)
  await db.close()
  await client.query(`alter database ${TABLES}_unfinished rename to ${TABLES}`)
}

async function isThere(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [TABLES])
  return rowCount === 1
}

function urlOf(name: string): string {
  const url = new URL(SERVER ?? '')
  url.pathname = `/${name}`
  return url.href
}

async function administer(act: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER })
  await client.connect()
  try {
    await act(client)
  } finally {
    // What it locked is free again.
    await client.end()
  }
}
