import { sql } from 'kysely'
import type { Database } from './database.ts'
import { DatabaseElsewhere } from './errors.ts'

/** Throws `DatabaseElsewhere` when this database was moved to another, or is still being copied. */
export async function refuseElsewhere(db: Pick<Database, 'kind' | 'read'>): Promise<void> {
  const moved = await readMoved(db)
  if (moved) throw new DatabaseElsewhere(`Este banco foi mudado para ${moved}: aponte DATABASE_URL para lá.`)
  if (await hasTable(db, 'copying')) {
    throw new DatabaseElsewhere('A cópia para este banco não terminou: repita o comando que a começou.')
  }
}

/** Reads where the rows of this database are now; undefined when they are here. */
export async function readMoved(db: Pick<Database, 'kind' | 'read'>): Promise<string | undefined> {
  if (!(await hasTable(db, 'moved'))) return undefined
  const { rows } = await sql<{ target: string }>`select target from moved`.execute(db.read)
  return rows[0]?.target
}

export async function hasTable({ kind, read }: Pick<Database, 'kind' | 'read'>, name: string): Promise<boolean> {
  const { rows } = await (kind === 'sqlite'
    ? sql`select 1 from sqlite_schema where type = 'table' and name = ${name}`
    : sql`select 1 where to_regclass(${name}) is not null`
  ).execute(read)
  return rows.length > 0
}
