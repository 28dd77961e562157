import { sql } from 'kysely'
import type { Connection, Database } from '../db/database.ts'
import { isDamage } from '../db/errors.ts'

/**
 * Lists, in Portuguese, a database's damage and the settings that may lose data. Empty when it is sound.
 */
export async function findFaults({ kind, read }: Pick<Database, 'kind' | 'read'>): Promise<string[]> {
  return kind === 'sqlite' ? findDamage(read) : findUnsafeSettings(read)
}

async function findDamage(db: Connection): Promise<string[]> {
  try {
    // Unlike `quick_check`, it compares indexes with their tables.
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
    return rows.map((row) => row.integrity_check).filter((verdict) => verdict !== 'ok')
  } catch (error) {
    // Too damaged to be examined.
    if (isDamage(error)) return [(error as Error).message]
    throw error
  }
}

async function findUnsafeSettings(db: Connection): Promise<string[]> {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'
  `.execute(db)
  return rows.map(({ name }) => `${name}=off: o que já foi confirmado pode se perder numa queda`)
}
