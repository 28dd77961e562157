import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { openSqlite } from '../sqlite.ts'
import { copyDatabase } from './move.ts'

/** Writes the whole database at one instant into a new SQLite file. Slow: for commands. */
export async function exportTo(db: Database, file: string): Promise<void> {
  if (db.kind === 'sqlite') {
    await sql`vacuum into ${file}`.execute(db.read)
    return
  }
  const copy = openSqlite(file)
  try {
    await copyDatabase(db, copy)
  } finally {
    await copy.close()
  }
}
