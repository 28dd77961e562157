import type { Kysely } from 'kysely'
import type { Transaction } from '../db/open.ts'
import type { Lease, LibraryEntry, Tables } from '../db/tables.ts'
import type { MemberKey } from '../members/member-session.ts'
import type { Activity } from './activity.ts'

/** At or past this part of a publication, its end has been reached: what follows is credits. */
const FINISHED_AT = 0.99
/** A player that failed to find its place says zero: it never moves a place that is further on. */
const START_MS = 1000

/**
 * Keeps where the member is. The newest lease wins, by the order in which the server heard of them: what an older one
 * still has to say never moves the place back. Returns the member's record of the title, as it is now.
 */
export async function movePlace(
  tx: Transaction,
  now: number,
  { member, publication, heartbeat }: Activity,
  lease: Lease,
): Promise<LibraryEntry | undefined> {
  const entry = await findEntry(tx, member, publication.id)
  const locator = heartbeat.locator
  if (!locator) return entry
  if (entry?.locator && (lease.opened_at < entry.lease_opened_at || isStart(heartbeat.locator))) return entry

  const totalProgression = locator.locations.totalProgression ?? 0
  const place = {
    locator: JSON.stringify(locator),
    total_progression: totalProgression,
    lease_opened_at: lease.opened_at,
    updated_at: now,
    finished_at: totalProgression >= FINISHED_AT ? (entry?.finished_at ?? now) : null,
  }
  return tx
    .insertInto('library_entry')
    .values({
      partner_id: member.partnerId,
      member_id: member.memberId,
      publication_id: publication.id,
      active_ms: 0,
      content_ms: 0,
      ...place,
    })
    .onConflict((conflict) => conflict.columns(['partner_id', 'member_id', 'publication_id']).doUpdateSet(place))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The member's record of a title, or undefined when there is none yet. */
export async function findEntry(
  db: Kysely<Tables>,
  member: MemberKey,
  publicationId: string,
): Promise<LibraryEntry | undefined> {
  return db
    .selectFrom('library_entry')
    .selectAll()
    .where('partner_id', '=', member.partnerId)
    .where('member_id', '=', member.memberId)
    .where('publication_id', '=', publicationId)
    .executeTakeFirst()
}

function isStart(locator: Activity['heartbeat']['locator']): boolean {
  const time = locator?.locations.time
  return time !== undefined && time * 1000 < START_MS
}
