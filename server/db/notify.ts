import { PostgresAdapter, sql } from 'kysely'
import type { Transaction } from './database.ts'
import { prepared } from './prepared.ts'

/** The channel for all topics, so that each process listens to one (PostgreSQL, NOTIFY). */
export const CHANNEL = 'estante'

/** Notifies the other processes on this database (`Database.onNotify`) at the commit. Nothing on SQLite. */
export async function notify(tx: Transaction, topic: string, detail: string): Promise<void> {
  if (tx.getExecutor().adapter instanceof PostgresAdapter) {
    await sendNotification(tx, { payload: `${topic} ${detail}` })
  }
}

const sendNotification = prepared(
  (_, { payload }: { payload: string }) => sql`select pg_notify(${CHANNEL}, ${payload})`,
)
