import { SqliteAdapter } from 'kysely'
import type { Transaction } from './database.ts'

/** Whether this transaction is the only writer until it ends, so that rows need no locks. */
export function isSingleWriter(tx: Transaction): boolean {
  return tx.getExecutor().adapter instanceof SqliteAdapter
}
