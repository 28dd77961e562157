import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** The PostgreSQL server that the tests use, when they run on PostgreSQL; the embedded database otherwise. */
const SERVER = process.env.TEST_DATABASE_URL

/** The database this run of the tests is about. */
export const testsOn = SERVER === undefined ? 'sqlite' : 'postgresql'

/**
 * A database for one test: the settings that open it, and how to remove it. A database of its own rather than a schema:
 * locks and announcements belong to a database.
 */
export async function createTestDatabase(): Promise<{ env: { DATABASE_URL?: string }; drop(): Promise<void> }> {
  if (SERVER === undefined) return { env: {}, drop: async () => {} }
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(`create database ${name}`)
  const url = new URL(SERVER)
  url.pathname = `/${name}`
  return { env: { DATABASE_URL: url.href }, drop: () => administer(`drop database ${name} with (force)`) }
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
