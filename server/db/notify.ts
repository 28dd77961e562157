import { sql } from 'kysely'
import type { Transaction } from './database.ts'
import { isSingleWriter } from './dialect.ts'
import { prepared } from './prepared.ts'
import { bufferWrite } from './write-buffer.ts'

/** The channel for all topics, so that each process listens to one (PostgreSQL, NOTIFY). */
export const CHANNEL = 'estante'

/** Notifies the other processes on this database (`Database.onNotify`) at the commit. Nothing on SQLite. */
export function notify(tx: Transaction, topic: string, detail: string): void {
  if (!isSingleWriter(tx)) bufferWrite(tx, sendNotifications, { payload: `${topic} ${detail}` })
}

const sendNotifications = prepared(
  (_, { rows }: { rows: string }) =>
    sql`select pg_notify(${CHANNEL}, payload) from json_to_recordset(${rows}) as each (payload text)`,
)
