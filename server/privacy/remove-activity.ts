import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SelectQueryBuilder } from 'kysely'
import { firstUuidOf } from '../db/ids.ts'
import type { Database } from '../db/open.ts'
import type { Member, Tables } from '../db/tables.ts'

/** All that is left of a member who was erased. */
export type ErasedMember = Pick<Member, 'partner_id' | 'environment' | 'id'>

/** As many rows as are removed, or looked through, without anyone noticing. */
const ROWS_A_WRITE = 500
const IDS_A_WRITE = 200
const ROWS_A_LOOK = 10_000
/** A launch opens a member session within its minute; nodes' clocks differ by less than another. */
const OPENED_WITHIN_MS = 120_000

/**
 * Removes in small writes what a member did who was erased, and what signed them in. Doing it again is right: a write
 * that had begun before the erasure may arrive a little after it.
 */
export async function removeActivity(db: Database, member: ErasedMember): Promise<void> {
  for (const table of ['library_entry', 'lease', 'chapter_read', 'access_event', 'titles_look'] as const) {
    await db.write((tx) =>
      tx.deleteFrom(table).where('partner_id', '=', member.partner_id).where('member_id', '=', member.id).execute(),
    )
  }
  await removeMinutes(db, member)
  await removeLaunches(db, member)
  await removeMemberSessions(db, member)
}

async function removeMinutes(db: Database, { partner_id, id }: ErasedMember): Promise<void> {
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
async function removeLaunches(db: Database, member: ErasedMember): Promise<void> {
  for await (const ids of launchIdsOf(db, member)) {
    await db.write(async (tx) => {
      const removed = await tx.deleteFrom('launch').where('id', 'in', ids).returning('member_session_id').execute()
      const sessionIds = removed.flatMap(({ member_session_id }) => member_session_id ?? [])
      if (sessionIds.length > 0) await tx.deleteFrom('member_session').where('id', 'in', sessionIds).execute()
    })
  }
}

/** The ids of a member's launches, some at a time. No index is by member: one would cost every session call more. */
export async function* launchIdsOf(
  db: Database,
  { partner_id, environment, id }: ErasedMember,
): AsyncGenerator<string[]> {
  const launches = db.readMuch
    .selectFrom('launch')
    .select(['id', 'member_id'])
    .where('partner_id', '=', partner_id)
    .where('environment', '=', environment)
    .orderBy('id')
  yield* lookThrough(db, (after) => launches.where('id', '>', after), id)
}

/** Member sessions whose tokens were ever renewed have an index; those whose launch was swept before are the oldest. */
async function removeMemberSessions(db: Database, member: ErasedMember): Promise<void> {
  for await (const ids of lonelySessionIdsOf(db, member)) {
    await db.write((tx) => tx.deleteFrom('member_session').where('id', 'in', ids).execute())
  }
}

/** The ids of a member's sessions that no launch leads to, some at a time. */
export async function* lonelySessionIdsOf(
  db: Database,
  { partner_id, environment, id }: ErasedMember,
): AsyncGenerator<string[]> {
  const renewed = await db.read
    .selectFrom('member_session')
    .select('id')
    .where('partner_id', '=', partner_id)
    .where('member_id', '=', id)
    .whereRef('rotated_at', '>', 'created_at')
    .execute()
  yield* inParts(renewed.map((row) => row.id))
  const oldest = await db.read
    .selectFrom('launch')
    .select('created_at')
    .where('partner_id', '=', partner_id)
    .where('environment', '=', environment)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const sessions = db.readMuch
    .selectFrom('member_session')
    .select(['id', 'member_id'])
    .$if(oldest !== undefined, (query) =>
      query.where('id', '<', `mss_${firstUuidOf((oldest?.created_at ?? 0) + OPENED_WITHIN_MS)}`),
    )
    .orderBy('id')
  yield* lookThrough(db, (after) => sessions.where('id', '>', after), id)
}

type Rows = SelectQueryBuilder<Tables, 'launch' | 'member_session', { id: string; member_id: string }>

/** Goes through rows in order of id, so many at a time, and gives the ids of those that are the member's. */
async function* lookThrough(
  { readMuch }: Database,
  from: (after: string) => Rows,
  memberId: string,
): AsyncGenerator<string[]> {
  for (let after = ''; ; ) {
    const found = await readMuch
      .selectFrom(from(after).limit(ROWS_A_LOOK).as('looked_through'))
      .select('id')
      .where('member_id', '=', memberId)
      .execute()
    yield* inParts(found.map(({ id }) => id))
    const last = await from(after)
      .offset(ROWS_A_LOOK - 1)
      .limit(1)
      .executeTakeFirst()
    if (!last) return
    after = last.id
    await nextTurn()
  }
}

function* inParts(ids: string[]): Generator<string[]> {
  for (let from = 0; from < ids.length; from += IDS_A_WRITE) yield ids.slice(from, from + IDS_A_WRITE)
}
