import { sql } from 'kysely'
import type { Connection, Transaction } from '../db/database.ts'
import type { LibraryEntry } from '../db/tables.ts'
import { formsOfWork } from '../publications/works.ts'
import { type MemberKey, ofMember } from '../tenancy.ts'

/** Reads the titles that the member saved, started or finished, most recently changed first. */
export async function readLibrary(db: Connection, member: MemberKey): Promise<LibraryEntry[]> {
  return entriesOf(db, member)
    .where((is) =>
      is.or([is('saved_at', 'is not', null), is('started_at', 'is not', null), is('finished_at', 'is not', null)]),
    )
    .orderBy(sql`case when saved_at > updated_at then saved_at else updated_at end`, 'desc')
    .orderBy('publication_id', 'desc')
    .execute()
}

/** Reads the titles that the member started and has not finished, most recent first. */
export async function readInProgress(db: Connection, member: MemberKey): Promise<LibraryEntry[]> {
  return entriesOf(db, member)
    .where('started_at', 'is not', null)
    .where('finished_at', 'is', null)
    .orderBy('updated_at', 'desc')
    .orderBy('publication_id', 'desc')
    .execute()
}

/** Reads the titles that the member started, most recent first. */
export async function readStarted(db: Connection, member: MemberKey, most: number): Promise<LibraryEntry[]> {
  return entriesOf(db, member).where('started_at', 'is not', null).orderBy('updated_at', 'desc').limit(most).execute()
}

/** Finds the member's records of some titles, by the title's row id. */
export async function findEntries(
  db: Connection,
  member: MemberKey,
  publicationIds: number[],
): Promise<Map<number, LibraryEntry>> {
  if (publicationIds.length === 0) return new Map()
  const entries = await entriesOf(db, member).where('publication_id', 'in', publicationIds).execute()
  return new Map(entries.map((entry) => [entry.publication_id, entry]))
}

/** Saves a title to the member's library, without changing their progress. */
export async function savePublication(
  tx: Transaction,
  now: number,
  member: MemberKey,
  publicationId: number,
): Promise<void> {
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

/** Stores the speed at which a member listens to a title; null for their usual one. */
export async function setPublicationSpeed(
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

/** Returns an empty record of a title. */
function newEntry(now: number, { partnerId, memberId }: MemberKey, publicationId: number) {
  return {
    partner_id: partnerId,
    member_id: memberId,
    publication_id: publicationId,
    total_progression: 0,
    updated_at: now,
    active_ms: 0,
    content_ms: 0,
  }
}

/** Counts a work that the member began as finished, or as in progress, in both its forms; their place stays. */
export async function setWorkFinished(
  tx: Transaction,
  now: number,
  member: MemberKey,
  publicId: string,
  isFinished: boolean,
): Promise<void> {
  await tx
    .updateTable('library_entry')
    .set({ finished_at: isFinished ? now : null })
    .where(ofMember(member))
    .where('publication_id', 'in', formsOfWork(tx, publicId))
    .where((is) => is.or([is('started_at', 'is not', null), is('locator', 'is not', null)]))
    .where('finished_at', isFinished ? 'is' : 'is not', null)
    .execute()
}

/** Removes a work from the member's library, in both its forms; their reading position stays. */
export async function unsavePublication(tx: Transaction, member: MemberKey, publicId: string): Promise<void> {
  await tx
    .updateTable('library_entry')
    .set({ saved_at: null })
    .where(ofMember(member))
    .where('publication_id', 'in', formsOfWork(tx, publicId))
    .execute()
}

function entriesOf(db: Connection, member: MemberKey) {
  return db.selectFrom('library_entry').selectAll().where(ofMember(member))
}
