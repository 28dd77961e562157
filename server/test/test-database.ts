import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../db/migrate.ts'
import { openPostgres } from '../db/postgres.ts'
import { openSqlite } from '../db/sqlite.ts'

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
 * locks and announcements belong to a database. It is empty, unless it has the tables for what works in the folder
 * `tablesFor`.
 */
export async function createTestDatabase({ tablesFor }: { tablesFor?: string } = {}): Promise<{
  env: { DATABASE_URL?: string }
  drop(): Promise<void>
}> {
  if (SERVER === undefined) {
    if (tablesFor) await putTables(tablesFor)
    return { env: {}, drop: async () => {} }
  }
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(async (client) => {
    if (tablesFor) await makeTables(client)
    // Its files, not each page of them by way of the log.
    await client.query(`create database ${name} template ${tablesFor ? TABLES : 'template1'} strategy file_copy`)
  })
  return {
    env: { DATABASE_URL: urlOf(name) },
    drop: () => administer((client) => client.query(`drop database ${name} with (force)`)),
  }
}

let embeddedTables: Promise<Buffer> | undefined

/** The same of the embedded database, whose file is the database. */
async function putTables(folder: string): Promise<void> {
  embeddedTables ??= makeEmbeddedTables()
  await writeFile(join(folder, 'estante.db'), await embeddedTables)
}

async function makeEmbeddedTables(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'estante-tables-'))
  const file = join(folder, 'estante.db')
  const db = openSqlite(file)
  await migrate(db)
  await db.close()
  const bytes = await readFile(file)
  await rm(folder, { recursive: true })
  return bytes
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
