import type { Transaction } from '../db/database.ts'
import { preparedUpsert } from '../db/upsert.ts'
import type { Activity, StoredEntry } from './activity.ts'
import type { CountedActivity } from './count-activity.ts'
import { storeFormerPlaces } from './former-places.ts'
import { changePlace, type MovedPlace, PLACE_COLUMNS } from './place.ts'
import { announcePlace, isNews, type PlaceNews } from './place-news.ts'

/** The member's record of a title as a heartbeat leaves it. */
interface EntryChange {
  /** Undefined when the heartbeat records nothing in the entry. */
  entry: StoredEntry | undefined
  /** The notification to the member's other views, if the place moved. */
  news: PlaceNews | undefined
}

/** Changes the member's record of the title by a heartbeat, and stores the places that the member left. */
export async function changeEntry(
  tx: Transaction,
  now: number,
  activity: Activity,
  counted: CountedActivity,
): Promise<EntryChange> {
  const { member, publication, entry: before = newEntry(now) } = activity
  const { place, left, takenOverBy } = changePlace(now, activity)
  if (left.length > 0 || takenOverBy) await storeFormerPlaces(tx, member, publication.id, left, takenOverBy)
  if (counted.activeMs === 0 && !place) return { entry: activity.entry, news: undefined }
  const entry = {
    ...(place ?? before),
    partner_id: member.partnerId,
    member_id: member.memberId,
    publication_id: publication.id,
    active_ms: before.active_ms + counted.activeMs,
    content_ms: before.content_ms + counted.contentMs,
    started_at: before.started_at ?? counted.startedAt,
  }
  await upsertEntry(tx, entry, activity.entry !== undefined)
  const news = place && newsOf(now, activity, place)
  if (news) announcePlace(tx, news)
  return { entry, news }
}

function newsOf(now: number, { member, publication, heartbeat, entry }: Activity, place: MovedPlace) {
  const isTakenOver = entry?.place_view !== place.place_view
  const isJump = heartbeat.movement?.from !== undefined
  if (!isNews(now, entry?.updated_at ?? 0, { isTakenOver, isJump })) return undefined
  return {
    memberId: member.memberId,
    publicationId: publication.public_id,
    revision: place.place_revision,
    viewId: place.place_view,
  }
}

function newEntry(now: number): StoredEntry {
  return {
    locator: null,
    total_progression: 0,
    updated_at: now,
    active_ms: 0,
    content_ms: 0,
    started_at: null,
    finished_at: null,
    place_revision: 0,
    place_view: null,
    place_step: 0,
    place_device: null,
  }
}

// Updates only the columns of heartbeats, which the member's lock serializes. A concurrent save sets `saved_at`, which
// is not among them.
const upsertEntry = preparedUpsert('library_entry', {
  key: ['partner_id', 'member_id', 'publication_id'],
  replace: [...PLACE_COLUMNS, 'active_ms', 'content_ms', 'started_at'],
})
