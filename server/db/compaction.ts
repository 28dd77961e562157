import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from './database.ts'
import { readSetting, writeSetting } from './setting.ts'

const WANTED = 'compaction_wanted'

/**
 * Requests, in the transaction of an erasure, that the erased bytes leave the database's files (`Database.compact`).
 */
export async function requestCompaction(tx: Transaction): Promise<void> {
  await writeSetting(tx, WANTED, randomUUID())
}

/** Compacts the database's files if an erasure requested it. After a failure the request stays. */
export async function compactIfWanted(db: Database): Promise<boolean> {
  const wanted = await readSetting(db.read, WANTED)
  if (wanted === undefined) return false
  await db.compact()
  // Requests made meanwhile stay.
  await db.write((tx) => tx.deleteFrom('setting').where('name', '=', WANTED).where('value', '=', wanted).execute())
  return true
}
