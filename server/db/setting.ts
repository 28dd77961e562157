import type { Connection, Transaction } from './database.ts'

/** Reads a setting that the service keeps for itself. Undefined when it was never written. */
export async function readSetting(db: Connection, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

export async function writeSetting(tx: Transaction, name: string, value: string): Promise<void> {
  await tx
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
