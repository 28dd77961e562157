import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Member } from '../db/tables.ts'
import { memberKeyOf, ofMember } from '../tenancy.ts'

/** The columns of a member's row that are left after an erasure and by which other rows are found. */
export type MemberRow = Pick<Member, 'partner_id' | 'environment' | 'id'>

/** Rows of a write: few enough not to delay others. */
const ROWS_A_WRITE = 500

/**
 * Removes the activity, launches and sessions of an erased member in small writes. Repeated a little later, for writes
 * that had begun before the erasure.
 */
export async function removeActivity(db: Database, member: MemberRow): Promise<void> {
  const own = ofMember(memberKeyOf(member))
  for (const table of [
    'library_entry',
    'former_place',
    'queue_entry',
    'member_list_title',
    'member_list',
    'member_preferences',
    'lease',
    'chapter_read',
    'access_event',
    'member_word',
    'titles_disclosure',
  ] as const) {
    await db.write((tx) => tx.deleteFrom(table).where(own).execute())
  }
  await removeInBatches(db, member, 'annotation', 'id')
  await removeInBatches(db, member, 'activity_minute', 'minute')
  await removeInBatches(db, member, 'launch', 'id')
  await removeInBatches(db, member, 'member_session', 'id')
}

/** Removes a member's rows in batches, in order of a column. Rows with the same value are removed together. */
async function removeInBatches(
  db: Database,
  member: MemberRow,
  table: 'annotation' | 'activity_minute' | 'launch' | 'member_session',
  column: 'id' | 'minute',
): Promise<void> {
  const [own, key] = [ofMember(memberKeyOf(member)), sql.ref(column)]
  for (;;) {
    const { numDeletedRows } = await db.write((tx) => {
      const next = tx.selectFrom(table).select(key.as('key')).where(own).orderBy(key).limit(ROWS_A_WRITE)
      return tx.deleteFrom(table).where(own).where(key, 'in', next).executeTakeFirstOrThrow()
    })
    if (numDeletedRows === 0n) return
    await nextTurn()
  }
}
