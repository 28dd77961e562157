import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from './database.ts'

const WANTED = 'compaction_wanted'

/** Says, with what was erased, that its bytes have to leave the database's files (`Database.compact`). */
export async function requestCompaction(tx: Transaction): Promise<void> {
  const value = randomUUID()
  await tx
    .insertInto('setting')
    .values({ name: WANTED, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** Takes out of the database's files what was erased, if anything was. One that fails is still wanted. */
export async function compactIfWanted(db: Database): Promise<boolean> {
  const wanted = await db.read.selectFrom('setting').select('value').where('name', '=', WANTED).executeTakeFirst()
  if (!wanted) return false
  await db.compact()
  // What was erased meanwhile is still wanted.
  await db.write((tx) =>
    tx.deleteFrom('setting').where('name', '=', WANTED).where('value', '=', wanted.value).execute(),
  )
  return true
}
