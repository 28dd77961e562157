import type { LastChange } from '@estante/contract/panel/last-change.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Who changed something and when, as the panel shows it; null when nobody did. */
export async function readLastChange(
  db: Kysely<Tables>,
  adminId: string | null,
  at: number | null,
): Promise<LastChange | null> {
  if (adminId === null || at === null) return null
  const admin = await db.selectFrom('admin').select(['id', 'name']).where('id', '=', adminId).executeTakeFirst()
  return admin ? { by: admin, at: new Date(at).toISOString() } : null
}
