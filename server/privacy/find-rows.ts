import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SelectQueryBuilder } from 'kysely'
import type { Database } from '../db/database.ts'
import { firstKeyOf } from '../db/ids.ts'
import type { Member, Tables } from '../db/tables.ts'
import { memberKeyOf, ofMember, ofTenancy } from '../tenancy.ts'

/*
 * Finds a member's launches and sessions without an index by member, which would cost each session call more than the
 * rest of its row.
 */

/** The keys of a member's rows, and when they were created and erased. */
export type MemberRow = Pick<Member, 'partner_id' | 'environment' | 'id'>

/** Ids in a batch, and rows in a scan: few enough not to delay other writes. */
const IDS_AT_ONCE = 200
const ROWS_A_SCAN = 10_000
/** Before every key. */
const FIRST: Uint8Array = new Uint8Array()
/** A launch is exchanged within a minute; nodes' clocks differ by less than another. */
const OPENED_WITHIN_MS = 120_000

/** Iterates over the ids of a member's launches, in batches. */
export async function* launchIdsOf(db: Database, member: MemberRow): AsyncGenerator<Uint8Array[]> {
  const launches = db.readBulk
    .selectFrom('launch')
    .select(['id', 'member_id'])
    .where(ofTenancy(memberKeyOf(member)))
    .orderBy('id')
  yield* scanRows(db, (after) => launches.where('id', '>', after), member.id)
}

/** Iterates over the ids of a member's sessions without a launch, in batches: refreshed ones, and the oldest of all. */
export async function* sessionIdsWithoutLaunchOf(db: Database, member: MemberRow): AsyncGenerator<Uint8Array[]> {
  const renewed = await db.read
    .selectFrom('member_session')
    .select('id')
    .where(ofMember(memberKeyOf(member)))
    .whereRef('rotated_at', '>', 'created_at')
    .execute()
  yield* inParts(renewed.map((row) => row.id))
  // The sweep removes the oldest launches first, of all partners together: a session opened after the oldest one that is
  // left still has its launch.
  const oldest = await db.read.selectFrom('launch').select('created_at').orderBy('id').limit(1).executeTakeFirst()
  const sessions = db.readBulk
    .selectFrom('member_session')
    .select(['id', 'member_id'])
    .$if(oldest !== undefined, (query) =>
      query.where('id', '<', firstKeyOf((oldest?.created_at ?? 0) + OPENED_WITHIN_MS)),
    )
    .orderBy('id')
  yield* scanRows(db, (after) => sessions.where('id', '>', after), member.id)
}

type Rows = SelectQueryBuilder<Tables, 'launch' | 'member_session', { id: Uint8Array; member_id: number }>

/** Scans rows in order of id, in batches, and returns the ids of the member's. */
async function* scanRows(
  { readBulk }: Database,
  from: (after: Uint8Array) => Rows,
  memberId: number,
): AsyncGenerator<Uint8Array[]> {
  for (let after = FIRST; ; ) {
    const found = await readBulk
      .selectFrom(from(after).limit(ROWS_A_SCAN).as('scanned'))
      .select('id')
      .where('member_id', '=', memberId)
      .execute()
    yield* inParts(found.map(({ id }) => id))
    const last = await from(after)
      .offset(ROWS_A_SCAN - 1)
      .limit(1)
      .executeTakeFirst()
    if (!last) return
    after = last.id
    await nextTurn()
  }
}

function* inParts(ids: Uint8Array[]): Generator<Uint8Array[]> {
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE) yield ids.slice(from, from + IDS_AT_ONCE)
}
