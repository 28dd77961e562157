import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../db/migrate.ts'
import { openPostgres } from '../db/postgres.ts'
import { openSqlite } from '../db/sqlite.ts'

/** The PostgreSQL server of this run; undefined for the embedded database. */
const SERVER = process.env.TEST_DATABASE_URL

export const testsOn = SERVER === undefined ? 'sqlite' : 'postgresql'

/**
 * Marks tests that depend on SQL, which `npm test` also runs on PostgreSQL: races, rules in `where` clauses, reports,
 * migrations, commands, and enough of the others that every statement runs there.
 */
export const ON_PG = { tags: ['postgresql'] }

/** The transfers between databases that this run tests: both read from, and written to, on each kind. */
export const pairsOfDatabases =
  testsOn === 'sqlite'
    ? ([['sqlite', 'sqlite']] as const)
    : ([
        ['sqlite', 'postgresql'],
        ['postgresql', 'sqlite'],
      ] as const)

/**
 * A migrated, empty database that tests copy, which is faster than migrating. Named by the migrations, so that a server
 * that outlives an edit of them makes another.
 */
const TEMPLATE = `estante_template_${hashMigrations()}`
/** Advisory lock held while the template is created. Any number. */
const TEMPLATE_LOCK = 20_261_122

/** Name of the connections that empty databases, for tests that close all others. */
export const EMPTYING = 'emptying'

export interface TestDatabase {
  /** Settings that open it. */
  env: { DATABASE_URL?: string }
  /** Returns the database after the test, once nothing is connected to it. */
  drop(): Promise<void>
}

/**
 * Creates a database for one test: empty, or migrated when it belongs to the data folder `tablesFor`. A database, not a
 * schema, since locks and notifications belong to one. On PostgreSQL the tests of a process reuse migrated databases,
 * emptied in between.
 */
export async function createTestDatabase({ tablesFor }: { tablesFor?: string } = {}): Promise<TestDatabase> {
  if (SERVER !== undefined) return tablesFor ? takeMigrated() : createEmpty()
  if (tablesFor) await writeMigratedFile(tablesFor)
  return { env: {}, drop: async () => {} }
}

let migratedFile: Promise<Buffer> | undefined

/** Copies a migrated database file into a data folder. */
async function writeMigratedFile(folder: string): Promise<void> {
  migratedFile ??= makeMigratedFile()
  await writeFile(join(folder, 'estante.db'), await migratedFile)
}

async function makeMigratedFile(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'estante-template-'))
  const file = join(folder, 'estante.db')
  const db = openSqlite(file)
  await migrate(db)
  await db.close()
  const bytes = await readFile(file)
  await rm(folder, { recursive: true })
  return bytes
}

async function createEmpty(): Promise<TestDatabase> {
  const name = databaseName()
  await administer((client) => client.query(`create database ${name}`))
  return { env: { DATABASE_URL: urlOf(name) }, drop: () => dropDatabase(name) }
}

/** A migrated database of this process, and the connection that empties it: a new one would look up every table. */
interface MigratedDatabase {
  name: string
  pool: pg.Pool
  /** Statements that delete all rows. */
  emptying: string
  shape: string
}

/** Idle databases, dropped with the server. */
const free: MigratedDatabase[] = []

async function takeMigrated(): Promise<TestDatabase> {
  const database = free.pop() ?? (await copyTemplate())
  return {
    env: { DATABASE_URL: urlOf(database.name) },
    async drop() {
      if (await empty(database)) {
        free.push(database)
      } else {
        await database.pool.end()
        await dropDatabase(database.name)
      }
    },
  }
}

/**
 * Deletes all rows after a test. Returns false when the test changed the tables, so that the database cannot be reused.
 */
async function empty({ pool, shape, emptying }: MigratedDatabase): Promise<boolean> {
  await pool.query(
    'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  if ((await readShape(pool)) !== shape) return false
  await pool.query(emptying)
  return true
}

/** A fingerprint that changes with tables, columns, indexes and migrations. */
async function readShape(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query(`
    select md5(string_agg(relname || ' ' || attnum || ' ' || pg_attribute.xmin, ';' order by attrelid, attnum))
      || (select string_agg(name, ' ' order by name) from migration) as shape
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace`)
  return rows[0].shape
}

async function copyTemplate(): Promise<MigratedDatabase> {
  const name = databaseName()
  await administer(async (client) => {
    await makeTemplate(client)
    // Copies files instead of writing each page to the log.
    await client.query(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  })
  const pool = new pg.Pool({
    connectionString: urlOf(name),
    application_name: EMPTYING,
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  })
  // The server may end before this process.
  pool.on('error', () => {})
  const { rows } = await pool.query(`
    select string_agg(format('delete from %I', tablename), ';') as deletes
    from pg_tables where schemaname = 'public' and tablename <> 'migration'`)
  const emptying = `begin; set local session_replication_role = replica; ${rows[0].deletes}; commit`
  return { name, pool, emptying, shape: await readShape(pool) }
}

async function makeTemplate(client: pg.Client): Promise<void> {
  if (await hasTemplate(client)) return
  await client.query(`select pg_advisory_lock(${TEMPLATE_LOCK})`)
  if (await hasTemplate(client)) return
  await client.query(`drop database if exists ${TEMPLATE}_unfinished`)
  await client.query(`create database ${TEMPLATE}_unfinished`)
  const db = openPostgres(urlOf(`${TEMPLATE}_unfinished`), 1)
  await migrate(db)
  await db.close()
  await client.query(`alter database ${TEMPLATE}_unfinished rename to ${TEMPLATE}`)
}

async function hasTemplate(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [TEMPLATE])
  return rowCount === 1
}

async function dropDatabase(name: string): Promise<void> {
  await administer((client) => client.query(`drop database ${name} with (force)`))
}

function databaseName(): string {
  return `test_${randomUUID().replaceAll('-', '')}`
}

function urlOf(name: string): string {
  const url = new URL(SERVER ?? '')
  url.pathname = `/${name}`
  return url.href
}

/** Runs statements on a connection of their own, whose locks end with it. */
async function administer<T>(act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: SERVER })
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}

function hashMigrations(): string {
  const folder = new URL('../db/migrations/', import.meta.url)
  const hash = createHash('sha256')
  for (const name of readdirSync(folder).sort()) hash.update(readFileSync(new URL(name, folder)))
  return hash.digest('hex').slice(0, 12)
}
