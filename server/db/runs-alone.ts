import { SqliteAdapter } from 'kysely'
import type { Transaction } from './open.ts'

/** Whether nothing else is written until this transaction ends, so that there is nothing to lock. */
export function runsAlone(tx: Transaction): boolean {
  return tx.getExecutor().adapter instanceof SqliteAdapter
}
