import type { LastChange } from '@estante/contract/panel/last-change.ts'
import type { Connection } from '../db/database.ts'

/** Reads who last changed a record and when, as the panel shows it; null if it was never changed. */
export async function readLastChange(
  db: Connection,
  adminId: number | null,
  at: number | null,
): Promise<LastChange | null> {
  if (adminId === null || at === null) return null
  const admin = await db
    .selectFrom('admin')
    .select(['public_id as id', 'name'])
    .where('id', '=', adminId)
    .executeTakeFirst()
  return admin ? { by: admin, at: new Date(at).toISOString() } : null
}
