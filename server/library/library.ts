import { type Kysely, sql } from 'kysely'
import type { Transaction } from '../db/database.ts'
import type { LibraryEntry, Tables } from '../db/tables.ts'
import type { MemberKey } from '../members/member-session.ts'
import { availableTo } from '../publications/available.ts'
import { type CardRow, cardColumns } from '../publications/publication.ts'

/** A title and the member's record of it. */
export interface LibraryItem {
  publication: CardRow
  entry: LibraryEntry
}

/** What the member saved, started or finished; the most recently touched first. */
export async function readLibrary(db: Kysely<Tables>, now: number, member: MemberKey): Promise<LibraryItem[]> {
  return readItems(db, now, member, (query) =>
    query
      .where((is) =>
        is.or([is('saved_at', 'is not', null), is('started_at', 'is not', null), is('finished_at', 'is not', null)]),
      )
      .orderBy(sql`case when saved_at > entry.updated_at then saved_at else entry.updated_at end`, 'desc')
      .orderBy('entry.publication_id', 'desc'),
  )
}

/** What the member started and did not finish; the most recent first. */
export async function readContinueShelf(
  db: Kysely<Tables>,
  now: number,
  member: MemberKey,
  limit: number,
): Promise<LibraryItem[]> {
  return readItems(db, now, member, (query) =>
    query
      .where('started_at', 'is not', null)
      .where('finished_at', 'is', null)
      .orderBy('entry.updated_at', 'desc')
      .orderBy('entry.publication_id', 'desc')
      .limit(limit),
  )
}

/** The member's records of some titles, by title. */
export async function findEntries(
  db: Kysely<Tables>,
  member: MemberKey,
  publicationIds: number[],
): Promise<Map<number, LibraryEntry>> {
  if (publicationIds.length === 0) return new Map()
  const entries = await db
    .selectFrom('library_entry')
    .selectAll()
    .where('partner_id', '=', member.partnerId)
    .where('member_id', '=', member.memberId)
    .where('publication_id', 'in', publicationIds)
    .execute()
  return new Map(entries.map((entry) => [entry.publication_id, entry]))
}

/** Keeps a title in the member's library; what they read or heard of it is left as it is. */
export async function saveTitle(tx: Transaction, now: number, member: MemberKey, publicationId: number): Promise<void> {
  await tx
    .insertInto('library_entry')
    .values({ ...newEntry(now, member, publicationId), saved_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['partner_id', 'member_id', 'publication_id'])
        .doUpdateSet({ saved_at: now })
        .where('library_entry.saved_at', 'is', null),
    )
    .execute()
}

/** Remembers how fast a member hears a title; null: as fast as others. */
export async function setTitleSpeed(
  tx: Transaction,
  now: number,
  member: MemberKey,
  publicationId: number,
  speed: number | null,
): Promise<void> {
  await tx
    .insertInto('library_entry')
    .values({ ...newEntry(now, member, publicationId), speed })
    .onConflict((conflict) => conflict.columns(['partner_id', 'member_id', 'publication_id']).doUpdateSet({ speed }))
    .execute()
}

/** A record of a title of which nothing is known yet. */
function newEntry(now: number, { partnerId, memberId }: MemberKey, publicationId: number) {
  return {
    partner_id: partnerId,
    member_id: memberId,
    publication_id: publicationId,
    total_progression: 0,
    lease_opened_at: 0,
    updated_at: now,
    active_ms: 0,
    content_ms: 0,
  }
}

/** Removes a title from the member's library; their reading position stays. */
export async function unsaveTitle(tx: Transaction, member: MemberKey, publicationId: number): Promise<void> {
  await tx
    .updateTable('library_entry')
    .set({ saved_at: null })
    .where('partner_id', '=', member.partnerId)
    .where('member_id', '=', member.memberId)
    .where('publication_id', '=', publicationId)
    .execute()
}

function entriesOf(db: Kysely<Tables>, now: number, member: MemberKey) {
  return db
    .selectFrom('library_entry as entry')
    .innerJoin('publication', 'publication.id', 'entry.publication_id')
    .selectAll('entry')
    .select(cardColumns)
    .where('entry.partner_id', '=', member.partnerId)
    .where('entry.member_id', '=', member.memberId)
    .where(availableTo(member.partnerId, now))
}

async function readItems(
  db: Kysely<Tables>,
  now: number,
  member: MemberKey,
  narrow: (query: ReturnType<typeof entriesOf>) => ReturnType<typeof entriesOf>,
): Promise<LibraryItem[]> {
  const rows = await narrow(entriesOf(db, now, member)).execute()
  return rows.map((row) => ({ publication: row, entry: row }))
}
