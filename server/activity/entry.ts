import { kept } from '../db/kept.ts'
import type { Transaction } from '../db/open.ts'
import type { LibraryEntry } from '../db/tables.ts'
import type { Activity, Entry } from './activity.ts'
import type { CountedActivity } from './count.ts'

/** At or past this part of a publication, its end has been reached: what follows is credits. */
const FINISHED_AT = 0.99
/** A player that failed to find its place says zero: it never moves a place that is further on. */
const START_MS = 1000

/**
 * Adds to the member's record of the title what was counted, and keeps where the member is. Returns the record, as it is
 * now; undefined when there was nothing to record.
 */
export async function keepEntry(
  tx: Transaction,
  now: number,
  activity: Activity,
  leaseOpenedAt: number,
  counted: CountedActivity,
): Promise<Entry | undefined> {
  const { member, publication, entry: before = newEntry(now) } = activity
  const place = placeOf(now, activity, leaseOpenedAt)
  if (counted.activeMs === 0 && !place) return activity.entry
  const { locator, total_progression, lease_opened_at, updated_at, finished_at } = place ?? before
  const entry = {
    partner_id: member.partnerId,
    member_id: member.memberId,
    publication_id: publication.id,
    locator,
    total_progression,
    lease_opened_at,
    updated_at,
    active_ms: before.active_ms + counted.activeMs,
    content_ms: before.content_ms + counted.contentMs,
    started_at: before.started_at ?? counted.startedAt,
    finished_at,
  }
  await upsertEntry(tx, entry)
  return entry
}

/**
 * Where the member is, if that moves the place. The newest lease wins, by the order in which the server heard of them:
 * what an older one still has to say never moves the place back.
 */
function placeOf(now: number, { heartbeat: { locator }, entry }: Activity, leaseOpenedAt: number) {
  if (!locator) return undefined
  if (entry?.locator && (leaseOpenedAt < entry.lease_opened_at || isStart(locator))) return undefined
  const totalProgression = locator.locations.totalProgression ?? 0
  return {
    locator: JSON.stringify(locator),
    total_progression: totalProgression,
    lease_opened_at: leaseOpenedAt,
    updated_at: now,
    finished_at: totalProgression >= FINISHED_AT ? (entry?.finished_at ?? now) : null,
  }
}

function isStart({ locations: { time } }: NonNullable<Activity['heartbeat']['locator']>): boolean {
  return time !== undefined && time * 1000 < START_MS
}

function newEntry(now: number): Entry {
  return {
    locator: null,
    total_progression: 0,
    lease_opened_at: 0,
    updated_at: now,
    active_ms: 0,
    content_ms: 0,
    started_at: null,
    finished_at: null,
  }
}

// Only a member's heartbeats write these columns, one at a time. A title that is saved meanwhile stays saved.
const upsertEntry = kept((db, entry: Omit<LibraryEntry, 'saved_at'>) =>
  db
    .insertInto('library_entry')
    .values({
      partner_id: entry.partner_id,
      member_id: entry.member_id,
      publication_id: entry.publication_id,
      locator: entry.locator,
      total_progression: entry.total_progression,
      lease_opened_at: entry.lease_opened_at,
      updated_at: entry.updated_at,
      active_ms: entry.active_ms,
      content_ms: entry.content_ms,
      started_at: entry.started_at,
      finished_at: entry.finished_at,
    })
    .onConflict((conflict) =>
      conflict.columns(['partner_id', 'member_id', 'publication_id']).doUpdateSet((row) => ({
        locator: row.ref('excluded.locator'),
        total_progression: row.ref('excluded.total_progression'),
        lease_opened_at: row.ref('excluded.lease_opened_at'),
        updated_at: row.ref('excluded.updated_at'),
        active_ms: row.ref('excluded.active_ms'),
        content_ms: row.ref('excluded.content_ms'),
        started_at: row.ref('excluded.started_at'),
        finished_at: row.ref('excluded.finished_at'),
      })),
    ),
)
