import { PostgresAdapter, sql } from 'kysely'
import type { Transaction } from './database.ts'

/** Every topic shares one channel of the database, which is then listened to once. */
export const CHANNEL = 'estante'

/** Tells the other processes on this database, when this transaction is committed (`Database.onAnnounced`). */
export async function announce(tx: Transaction, topic: string, detail: string): Promise<void> {
  if (tx.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`select pg_notify(${CHANNEL}, ${`${topic} ${detail}`})`.execute(tx)
  }
}
