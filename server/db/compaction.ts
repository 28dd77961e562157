import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from './database.ts'

const WANTED = 'compaction_wanted'

/**
 * Requests, in the transaction of an erasure, that the erased bytes leave the database's files (`Database.compact`).
 */
export async function requestCompaction(tx: Transaction): Promise<void> {
  const value = randomUUID()
  await tx
    .insertInto('setting')
    .values({ name: WANTED, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** Compacts the database's files if an erasure requested it. After a failure the request stays. */
export async function compactIfWanted(db: Database): Promise<boolean> {
  const wanted = await db.read.selectFrom('setting').select('value').where('name', '=', WANTED).executeTakeFirst()
  if (!wanted) return false
  await db.compact()
  // Requests made meanwhile stay.
  await db.write((tx) =>
    tx.deleteFrom('setting').where('name', '=', WANTED).where('value', '=', wanted.value).execute(),
  )
  return true
}
