import { SqliteAdapter } from 'kysely'
import type { Transaction } from './database.ts'

/** Whether nothing else is written until this transaction ends, so that there is nothing to lock. */
export function isSingleWriter(tx: Transaction): boolean {
  return tx.getExecutor().adapter instanceof SqliteAdapter
}
