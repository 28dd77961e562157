import type { Kysely } from 'kysely'
import type { SharedCallStore } from './shared-call-store.ts'
import type { Tables } from './tables.ts'

/** A connection to query: to the committed rows, or within a transaction. */
export type Connection = Kysely<Tables>

/** The transaction that a callback of `write` runs in. */
export type Transaction = Connection

/**
 * The database. Reads see committed rows. Every write goes through `write`, and is durable when it resolves.
 *
 * The callback of `write` awaits nothing but its own queries and has no other effects, since it may run again. SQLite
 * commits concurrent callbacks together, one after another: a callback that waits for anything else blocks the others,
 * and when one fails the others run again. PostgreSQL runs them concurrently, and again after a conflict; each query
 * sees rows committed before it, so rows that must not change between two queries are locked (`forNoKeyUpdate`). There,
 * queries that a callback makes concurrently (`Promise.all`) take one round trip, and run in the order of the calls.
 * Each of them is a single query: a chain of queries beside others would go on after the rollback.
 */
export interface Database {
  kind: 'sqlite' | 'postgresql'
  read: Connection
  /** Like `read`, for full scans: does not evict hot pages from the cache. */
  readBulk: Connection
  write<T>(callback: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Rests between two of a command's many writes, so that those of the service get the lock of SQLite's file.
   * PostgreSQL needs no rest.
   */
  giveWay(): Promise<void>
  /**
   * Subscribes to the notifications of all processes on this database (`notify`), which come after the commit. One can
   * be lost, so subscribers also poll now and then. Returns a function that unsubscribes. SQLite has a single process
   * and sends none.
   */
  onNotify(topic: string, listener: (detail: string) => void): () => void
  /** Where all nodes count calls together; undefined on SQLite, which has one node. */
  sharedCalls?: SharedCallStore
  load(): DatabaseLoad
  /** Whether the last write failed for an outage: a full disk, a read-only database, a lost connection. */
  isWriteFailing(): boolean
  /**
   * Frees the space of deleted rows. SQLite rewrites its file: writes wait meanwhile, a second for some hundred
   * megabytes. PostgreSQL reuses the space.
   */
  compact(): Promise<void>
  close(): Promise<void>
}

interface DatabaseLoad {
  /** Transactions, or requests for a connection, that wait for their turn. */
  waiting: number
  /** Connections in use, and open connections. SQLite has one for reading and one for writing. */
  busy: number
  open: number
}
