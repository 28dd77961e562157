import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SelectQueryBuilder } from 'kysely'
import type { Database } from '../db/database.ts'
import { firstUuidOf } from '../db/ids.ts'
import type { Member, Tables } from '../db/tables.ts'

/*
 * What signed a member in. No index of launches or of member sessions is by member: one would cost every session call
 * more than the rest of its row.
 */

/** What finds a member's rows, when the person is known and when they were erased. */
export type MemberRow = Pick<Member, 'partner_id' | 'environment' | 'id'>

/** As many ids as are given at a time, and as many rows as are looked through without anyone noticing. */
const IDS_AT_ONCE = 200
const ROWS_A_LOOK = 10_000
/** A launch opens a member session within its minute; nodes' clocks differ by less than another. */
const OPENED_WITHIN_MS = 120_000

/** The ids of a member's launches, some at a time. */
export async function* launchIdsOf(db: Database, { partner_id, environment, id }: MemberRow): AsyncGenerator<string[]> {
  const launches = db.readMuch
    .selectFrom('launch')
    .select(['id', 'member_id'])
    .where('partner_id', '=', partner_id)
    .where('environment', '=', environment)
    .orderBy('id')
  yield* lookThrough(db, (after) => launches.where('id', '>', after), id)
}

/** The ids of a member's sessions that may be found by no launch, some at a time: those renewed, and the oldest of all. */
export async function* lonelySessionIdsOf(
  db: Database,
  { partner_id, environment, id }: MemberRow,
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

type Rows = SelectQueryBuilder<Tables, 'launch' | 'member_session', { id: string; member_id: number }>

/** Goes through rows in order of id, so many at a time, and gives the ids of those that are the member's. */
async function* lookThrough(
  { readMuch }: Database,
  from: (after: string) => Rows,
  memberId: number,
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
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE) yield ids.slice(from, from + IDS_AT_ONCE)
}
