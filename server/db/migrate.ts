import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Database } from './database.ts'

/** The first migration: every table there is. A database that was begun by another has tables of before it. */
const BASELINE = '0001-baseline.sql'
const MIGRATIONS = new URL('./migrations/', import.meta.url)
/** Any number that no other user of the database takes for a lock. */
const MIGRATION_LOCK = 20_261_121

/**
 * Brings the tables up to date: each file of `migrations/` once, in order of name; those named for a database only there.
 * Nodes that start together wait for the first. A version leaves the tables usable by the version before it, so names
 * that are not known here, of a later version, are no fault: that is how an upgrade is rolled back. Throws `EarlierSchema`.
 */
export async function migrate(db: Database): Promise<void> {
  const names = (await readdir(MIGRATIONS)).filter((name) => isFor(db.kind, name)).sort()
  const scripts = await Promise.all(
    names.map(async (name) => ({ name, script: await readFile(new URL(name, MIGRATIONS), 'utf8') })),
  )
  await db.write(async (tx) => {
    if (db.kind === 'postgresql') {
      await sql`set local statement_timeout = 0`.execute(tx)
      await sql`set local lock_timeout = 0`.execute(tx)
      await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(tx)
    }
    await sql`create table if not exists migration (name text primary key)`.execute(tx)
    const { rows } = await sql<{ name: string }>`select name from migration`.execute(tx)
    const done = new Set(rows.map((row) => row.name))
    if (done.size > 0 && !done.has(BASELINE)) throw new EarlierSchema()
    for (const { name, script } of scripts) {
      if (done.has(name)) continue
      for (const statement of statements(db.kind, script)) await sql.raw(statement).execute(tx)
      await sql`insert into migration (name) values (${name})`.execute(tx)
    }
  })
}

/** The tables are those of a version before the first release. Says so, and what to do, in Portuguese. */
class EarlierSchema extends Error {
  override name = 'EarlierSchema'

  constructor() {
    super(
      'Este banco foi criado por uma versão do Estante anterior ao esquema atual, e esta versão não o lê; nada nele foi mudado. Comece com um banco vazio, em outra DATA_DIR ou outro DATABASE_URL, ou volte à versão que o criou.',
    )
  }
}

function isFor(kind: Database['kind'], name: string): boolean {
  return /^\d+-[\w-]+\.sql$/.test(name) || name.endsWith(`.${kind}.sql`)
}

/** Our migrations hold neither semicolons nor `--` in text, so both mean what they seem to. */
function statements(kind: Database['kind'], script: string): string[] {
  return (
    script
      .replace(/--.*$/gm, '')
      // Text is ordered by its bytes, as SQLite does, whatever the language of the server.
      .replace(/\btext\b/g, kind === 'postgresql' ? 'text collate "C"' : 'text')
      .split(';')
      .map((statement) => statement.trim())
      .filter((statement) => statement !== '')
  )
}
