import type { Month } from '../calendar.ts'
import type { Transaction } from '../db/database.ts'
import type { Publication } from '../db/tables.ts'
import { preparedUpsert } from '../db/upsert.ts'
import { toFigures, type UsageCounts, type UsageSubject } from './figures.ts'

/** Shards of a title's row: its listeners contend only within one. */
const SHARDS = 4

/**
 * Adds the change of a member's month, from `before` to `after`, to the title that caused it, so that the titles of a
 * month add up to its report exactly. A second counts for the title that completed it. The title that puts a member
 * into the report also counts the member and the titles started before.
 */
export async function addToTitle(
  tx: Transaction,
  month: Month,
  member: UsageSubject,
  publication: Pick<Publication, 'id' | 'title' | 'author'>,
  before: UsageCounts,
  after: UsageCounts,
): Promise<void> {
  const [was, is] = [toFigures(before), toFigures(after)]
  const gained = {
    active_users: is.activeUsers - was.activeUsers,
    titles_started: is.titlesStarted - was.titlesStarted,
    listening_seconds: is.listeningSeconds - was.listeningSeconds,
    reading_chapters: is.readingChapters - was.readingChapters,
  }
  if (Object.values(gained).every((figure) => figure === 0)) return
  const row = {
    partner_id: member.partnerId,
    environment: member.environment,
    month,
    publication_id: publication.id,
    shard: member.memberId % SHARDS,
    title: publication.title,
    author: publication.author,
    ...gained,
  }
  await upsertTitle(tx, row)
}

const upsertTitle = preparedUpsert('usage_title', {
  key: ['partner_id', 'environment', 'month', 'publication_id', 'shard'],
  add: ['active_users', 'titles_started', 'listening_seconds', 'reading_chapters'],
  insertOnly: ['title', 'author'],
})
