import type { Connection, Transaction } from './database.ts'
import { prepared } from './prepared.ts'

/** Reads a setting that the service keeps for itself. Undefined when it was never written. */
export async function readSetting(db: Connection, name: string): Promise<string | undefined> {
  const [row] = await selectSetting(db, { name })
  return row?.value
}

const selectSetting = prepared((db, { name }: { name: string }) =>
  db.selectFrom('setting').select('value').where('name', '=', name),
)

export async function writeSetting(tx: Transaction, name: string, value: string): Promise<void> {
  await tx
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
