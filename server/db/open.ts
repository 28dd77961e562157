import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Database } from './database.ts'
import { openSqlite } from './sqlite.ts'

/** The embedded database, in `DATA_DIR`. */
export const SQLITE_FILE = 'estante.db'

/**
 * Opens the configured database: PostgreSQL at `DATABASE_URL`, or SQLite in `DATA_DIR`. The client for PostgreSQL is
 * loaded only when it is used.
 */
export async function openDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'databasePoolSize'>,
): Promise<Database> {
  if (config.databaseUrl === undefined) return openSqlite(join(config.dataDir, SQLITE_FILE))
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres(config.databaseUrl, config.databasePoolSize)
}
