import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { memberKeyOf, ofMember } from '../tenancy.ts'
import { launchIdsOf, type MemberRow, sessionIdsWithoutLaunchOf } from './find-rows.ts'

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
  await removeLaunches(db, member)
  await removeMemberSessions(db, member)
}

/** Removes a member's rows in batches, in order of a column. Rows with the same value are removed together. */
async function removeInBatches(
  db: Database,
  member: MemberRow,
  table: 'annotation' | 'activity_minute',
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

/** Launches, and the member sessions they opened. */
async function removeLaunches(db: Database, member: MemberRow): Promise<void> {
  for await (const ids of launchIdsOf(db, member)) {
    await db.write(async (tx) => {
      const removed = await tx.deleteFrom('launch').where('id', 'in', ids).returning('member_session_id').execute()
      const sessionIds = removed.flatMap(({ member_session_id }) => member_session_id ?? [])
      if (sessionIds.length > 0) await tx.deleteFrom('member_session').where('id', 'in', sessionIds).execute()
    })
  }
}

async function removeMemberSessions(db: Database, member: MemberRow): Promise<void> {
  for await (const ids of sessionIdsWithoutLaunchOf(db, member)) {
    await db.write((tx) => tx.deleteFrom('member_session').where('id', 'in', ids).execute())
  }
}
