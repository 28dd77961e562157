import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { launchIdsOf, lonelySessionIdsOf, type MemberRow } from './find-rows.ts'

/** Rows of a write: few enough not to delay others. */
const ROWS_A_WRITE = 500

/**
 * Removes the activity, launches and sessions of an erased member in small writes. Repeated a little later, for writes
 * that had begun before the erasure.
 */
export async function removeActivity(db: Database, member: MemberRow): Promise<void> {
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
    await db.write((tx) =>
      tx.deleteFrom(table).where('partner_id', '=', member.partner_id).where('member_id', '=', member.id).execute(),
    )
  }
  await removeAnnotations(db, member)
  await removeMinutes(db, member)
  await removeLaunches(db, member)
  await removeMemberSessions(db, member)
}

async function removeAnnotations(db: Database, { partner_id, id }: MemberRow): Promise<void> {
  for (;;) {
    const rows = await db.read
      .selectFrom('annotation')
      .select('id')
      .where('partner_id', '=', partner_id)
      .where('member_id', '=', id)
      .limit(ROWS_A_WRITE)
      .execute()
    if (rows.length === 0) return
    const ids = rows.map((row) => row.id)
    await db.write((tx) =>
      tx
        .deleteFrom('annotation')
        .where('partner_id', '=', partner_id)
        .where('member_id', '=', id)
        .where('id', 'in', ids)
        .execute(),
    )
    await nextTurn()
  }
}

async function removeMinutes(db: Database, { partner_id, id }: MemberRow): Promise<void> {
  for (;;) {
    const rows = await db.read
      .selectFrom('activity_minute')
      .select('minute')
      .where('partner_id', '=', partner_id)
      .where('member_id', '=', id)
      .orderBy('minute')
      .limit(ROWS_A_WRITE)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    await db.write((tx) =>
      tx
        .deleteFrom('activity_minute')
        .where('partner_id', '=', partner_id)
        .where('member_id', '=', id)
        .where('minute', '<=', last.minute)
        .execute(),
    )
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
  for await (const ids of lonelySessionIdsOf(db, member)) {
    await db.write((tx) => tx.deleteFrom('member_session').where('id', 'in', ids).execute())
  }
}
