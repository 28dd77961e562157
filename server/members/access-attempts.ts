import type { AccessAttempt } from '@estante/contract/panel/members.ts'
import type { Connection } from '../db/database.ts'
import { toUuid } from '../db/ids.ts'
import type { AccessEvent, Member } from '../db/tables.ts'
import { memberKeyOf, ofMember, ofTenancy } from '../tenancy.ts'
import { nameOfKind } from './access-events.ts'

const MAX_ATTEMPTS = 50
/** Rows of an index-only scan: about 10 ms. */
const SCANNED_LAUNCHES = 50_000

/**
 * Reads why a member gets in or not, newest first: refused calls, changes of their access, and opened or expired links
 * among the partner's newest.
 */
export async function readAccessAttempts(db: Connection, now: number, member: Member): Promise<AccessAttempt[]> {
  const [events, launches] = await Promise.all([readEvents(db, member), readLaunchesOf(db, now, member)])
  const attempts = [
    ...events.map(toAttempt),
    ...launches.map(({ consumed_at, expires_at }) => ({
      at: new Date(consumed_at ?? expires_at).toISOString(),
      kind: consumed_at === null ? ('link-unopened' as const) : ('opened' as const),
      requestId: null,
      omitted: 0,
    })),
  ]
  return attempts.sort((one, other) => Date.parse(other.at) - Date.parse(one.at)).slice(0, MAX_ATTEMPTS)
}

/** Selects the member's links among the newest of the partner, which an index-only scan finds. */
export function newestLaunches(db: Connection, member: Member) {
  const newest = db
    .selectFrom('launch')
    .select(['id', 'member_id'])
    .where(ofTenancy(memberKeyOf(member)))
    .orderBy('id', 'desc')
    .limit(SCANNED_LAUNCHES)
  return db
    .selectFrom(newest.as('newest'))
    .innerJoin('launch', 'launch.id', 'newest.id')
    .where('newest.member_id', '=', member.id)
}

function readEvents(db: Connection, member: Member) {
  return db
    .selectFrom('access_event')
    .select(['id', 'at', 'kind', 'omitted'])
    .where(ofMember(memberKeyOf(member)))
    .orderBy('id', 'desc')
    .limit(MAX_ATTEMPTS)
    .execute()
}

function readLaunchesOf(db: Connection, now: number, member: Member) {
  return newestLaunches(db, member)
    .select(['consumed_at', 'expires_at'])
    .where((row) =>
      row.or([
        row('consumed_at', 'is not', null),
        row.and([row('expires_at', '<=', now), row('refused_at', 'is', null)]),
      ]),
    )
    .orderBy('newest.id', 'desc')
    .limit(MAX_ATTEMPTS)
    .execute()
}

function toAttempt({ id, at, omitted, ...event }: Pick<AccessEvent, 'id' | 'at' | 'kind' | 'omitted'>): AccessAttempt {
  const kind = nameOfKind(event)
  const isCall = kind.startsWith('session-') || kind.endsWith('-by-call')
  return { at: new Date(at).toISOString(), kind, requestId: isCall ? toUuid(id) : null, omitted }
}
