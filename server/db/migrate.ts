import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Database } from './open.ts'

const MIGRATIONS = new URL('./migrations/', import.meta.url)

/** Brings the tables up to date: each file of `migrations/` once, in order of name. */
export async function migrate(db: Database): Promise<void> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort()
  const scripts = await Promise.all(
    names.map(async (name) => ({ name, script: await readFile(new URL(name, MIGRATIONS), 'utf8') })),
  )
  await db.write(async (tx) => {
    await sql`create table if not exists migration (name text primary key)`.execute(tx)
    const { rows } = await sql<{ name: string }>`select name from migration`.execute(tx)
    const done = new Set(rows.map((row) => row.name))
    for (const { name, script } of scripts) {
      if (done.has(name)) continue
      for (const statement of statements(script)) await sql.raw(statement).execute(tx)
      await sql`insert into migration (name) values (${name})`.execute(tx)
    }
  })
}

/** Our migrations hold neither semicolons nor `--` in text, so both mean what they seem to. */
function statements(script: string): string[] {
  return script
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}
