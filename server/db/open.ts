import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

export { openSqlite as openDatabase } from './sqlite.ts'

/** A transaction: what a piece of writing is given. */
export type Transaction = Kysely<Tables>

/**
 * The database. Reads see what was committed; every write goes through `write`, and is durable once it resolves.
 *
 * A piece given to `write` awaits nothing but its own queries: on SQLite the pieces that arrive together are committed
 * together, one after another, and a piece that waits for something else holds the others up.
 */
export interface Database {
  read: Kysely<Tables>
  write<T>(piece: (tx: Transaction) => Promise<T>): Promise<T>
  close(): Promise<void>
}
