import type { Kysely } from 'kysely'
import type { SharedCallStore } from './shared-call-store.ts'
import type { Tables } from './tables.ts'

/** A transaction: what a piece of writing is given. */
export type Transaction = Kysely<Tables>

/**
 * The database. Reads see what was committed; every write goes through `write`, and is durable once it resolves.
 *
 * A piece given to `write` awaits nothing but its own queries, and changes nothing but the database: it may be run again.
 * On SQLite the pieces that arrive together are committed together, one after another; one that waits for something else
 * holds the others up, and when one fails the others are run again. On PostgreSQL pieces run side by side, each sees what
 * was committed before each of its queries, and one that met another in the same rows is run again: what must not change
 * between two queries is locked (`forNoKeyUpdate`).
 */
export interface Database {
  kind: 'sqlite' | 'postgresql'
  read: Kysely<Tables>
  /** Like `read`, for scans of whole tables: leaves the pages in the cache that others read again. */
  readMuch: Kysely<Tables>
  write<T>(piece: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Tells every process on this database what `announce` said, once it is committed; whoever must not miss it looks for
   * itself now and then as well. Returns what to call to hear no more. SQLite has nobody to tell.
   */
  onAnnounced(topic: string, hear: (detail: string) => void): () => void
  /** Where every node counts calls together; undefined on SQLite, which has one node. */
  sharedCalls?: SharedCallStore
  /** How busy it is now. */
  load(): DatabaseLoad
  /** Whether the last write met an outage: a full disk, a database that only reads, a lost connection. */
  isWriteFailing(): boolean
  /**
   * Takes out of its files what its rows no longer hold. On SQLite the file is written anew: writes wait meanwhile, a
   * second for some hundred megabytes. On PostgreSQL the space is given back to be used again.
   */
  compact(): Promise<void>
  close(): Promise<void>
}

interface DatabaseLoad {
  /** Pieces of writing, or requests for a connection, that wait for their turn. */
  waiting: number
  /** Connections in use, and connections that are open. SQLite has one for reading and one for writing. */
  busy: number
  open: number
}
