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
  /** Writes all of it, as it is at one instant, into a new or empty file. Takes its time: for commands, not for requests. */
  copyTo(file: string): Promise<void>
  /** What is broken in it, in the database's own words; empty when it is sound. For commands, too. */
  findFaults(): Promise<string[]>
  close(): Promise<void>
}
