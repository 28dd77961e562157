import type { Annotation, AnnotationChange, AnnotationOutcome } from '@estante/contract/play/annotations.ts'
import { sql } from 'kysely'
import type { Transaction } from '../db/database.ts'
import { toKey, toUuid } from '../db/ids.ts'
import type { AnnotationRow, Publication } from '../db/tables.ts'
import { ApiError } from '../http/errors.ts'
import { toSearchText } from '../search-text.ts'
import { type MemberKey, ofMember } from '../tenancy.ts'

const MAX_OF_TITLE = 5000
const MAX_OF_MEMBER = 50_000
/** Twice the size of 50,000 annotations with notes and quotes of usual lengths. */
const MAX_BYTES_OF_MEMBER = 64 * 2 ** 20

/** The revision of an annotation that there was no time to search for: earlier than any, so that a later list does. */
export const UNSEARCHED_REVISION = 0

/** Rows per write: few enough not to delay other writes. */
export const ROWS_A_WRITE = 200

/** The content of an annotation, as a device sends it. */
export type Content = Omit<AnnotationChange, 'basedOn'>

/** A title, by the number that rows name it with and its public id. */
export type AnnotatedPublicationKey = Pick<Publication, 'id' | 'public_id' | 'revision'>

type RowWithPublicId = AnnotationRow & { public_id: string }

export type LiveRow = Omit<RowWithPublicId, 'deleted_at' | 'search_text' | 'partner_id' | 'member_id' | 'changed_at'>

export function toAnnotation(row: LiveRow): Annotation {
  return {
    id: toUuid(row.id),
    publicationId: row.public_id,
    motivation: row.motivation,
    color: row.color,
    note: row.note,
    locator: JSON.parse(row.locator) as Annotation['locator'],
    start: row.range_start,
    end: row.range_end,
    publicationRevision: row.publication_revision,
    isLost: row.is_lost === 1,
    createdAt: new Date(row.created_at).toISOString(),
    revision: row.revision,
  }
}

/**
 * Stores a device's version of an annotation: a new one, or a change based on the present revision. A change based on
 * an older revision is refused, and a repeated one changes nothing. Call it while holding the member's lock.
 */
export async function saveAnnotation(
  tx: Transaction,
  now: number,
  member: MemberKey,
  publication: AnnotatedPublicationKey,
  id: string,
  { basedOn, ...change }: AnnotationChange,
): Promise<AnnotationOutcome> {
  const content = { ...change, publicationRevision: presentOrEarlier(change.publicationRevision, publication) }
  const row = await findRow(tx, member, id)
  if (!row) {
    if (basedOn > 0) return { isAccepted: false, annotation: null, revision: 0 }
    await refuseTooMany(tx, member, publication.id, { live: 1, rows: 1 })
    const changedAt = await nextChange(tx, now, member)
    const created = toRow(member, publication.id, id, content, { createdAt: now, updatedAt: now, changedAt })
    await tx.insertInto('annotation').values(created).execute()
    return outcomeOf({ ...created, public_id: publication.public_id })
  }
  if (row.publication_id !== publication.id) {
    throw new ApiError('VALIDATION', ['O campo "publicationId" é de outro título. Faça outra anotação.'])
  }
  if (row.revision !== basedOn) {
    return { ...outcomeOf(row), isAccepted: row.deleted_at === null && isSameAnnotation(row, content) }
  }
  if (row.deleted_at === null && isSameAnnotation(row, content)) return outcomeOf(row)
  const columns = toColumns(content)
  const live = row.deleted_at === null ? 0 : 1
  if (live > 0 || bytesOf(columns) > bytesOf(row)) await refuseTooMany(tx, member, publication.id, { live, rows: 0 })
  const changed = await tx
    .updateTable('annotation')
    .set({
      ...columns,
      is_lost: isSameRange(row, columns) ? row.is_lost : 0,
      updated_at: now,
      revision: row.revision + 1,
      deleted_at: null,
      changed_at: await nextChange(tx, now, member),
    })
    .where(ofMember(member))
    .where('id', '=', toKey(id))
    .returningAll()
    .executeTakeFirstOrThrow()
  return outcomeOf({ ...row, ...changed })
}

/**
 * Treats a revision that the title does not have as an earlier one, so that the range is searched for by its quote. A
 * page has one after a backup was restored.
 */
function presentOrEarlier(counted: number, { revision }: AnnotatedPublicationKey): number {
  return counted > revision ? revision - 1 : counted
}

/**
 * Deletes an annotation, unless another device changed it since the member saw it. Call it while holding the member's
 * lock.
 */
export async function deleteAnnotation(
  tx: Transaction,
  now: number,
  member: MemberKey,
  id: string,
  basedOn: number,
): Promise<AnnotationOutcome> {
  const row = await findRow(tx, member, id)
  if (!row) return { isAccepted: true, annotation: null, revision: 0 }
  if (row.deleted_at !== null) return outcomeOf(row)
  if (row.revision !== basedOn) return { ...outcomeOf(row), isAccepted: false }
  const revision = row.revision + 1
  await tx
    .updateTable('annotation')
    .set({
      color: null,
      note: null,
      locator: '{}',
      search_text: '',
      revision,
      deleted_at: now,
      changed_at: await nextChange(tx, now, member),
    })
    .where(ofMember(member))
    .where('id', '=', toKey(id))
    .execute()
  return { isAccepted: true, annotation: null, revision }
}

async function findRow(tx: Transaction, member: MemberKey, id: string): Promise<RowWithPublicId | undefined> {
  return tx
    .selectFrom('annotation')
    .innerJoin('publication', 'publication.id', 'annotation.publication_id')
    .selectAll('annotation')
    .select('publication.public_id')
    .where(ofMember(member))
    .where('annotation.id', '=', toKey(id))
    .executeTakeFirst()
}

interface NewRow {
  createdAt: number
  updatedAt: number
  changedAt: number
  revision?: number
  isLost?: boolean
}

export function toRow(
  { partnerId, memberId }: MemberKey,
  publicationId: number,
  id: string,
  content: Content,
  { createdAt, updatedAt, changedAt, revision = 1, isLost = false }: NewRow,
): AnnotationRow {
  return {
    partner_id: partnerId,
    member_id: memberId,
    id: toKey(id),
    publication_id: publicationId,
    ...toColumns(content),
    is_lost: Number(isLost),
    created_at: createdAt,
    updated_at: updatedAt,
    revision,
    deleted_at: null,
    changed_at: changedAt,
  }
}

/** Finds a member's annotations among these ids, in any title, deleted ones too. */
export async function findRows(tx: Transaction, member: MemberKey, ids: string[]): Promise<Map<string, AnnotationRow>> {
  const rows = await tx
    .selectFrom('annotation')
    .selectAll()
    .where(ofMember(member))
    .where('id', 'in', ids.map(toKey))
    .execute()
  return new Map(rows.map((row) => [toUuid(row.id), row]))
}

/** Stores rows, instead of any with their ids. */
export async function replaceRows(tx: Transaction, member: MemberKey, rows: AnnotationRow[]): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await tx.deleteFrom('annotation').where(ofMember(member)).where('id', 'in', ids).execute()
  await tx.insertInto('annotation').values(rows).execute()
}

/**
 * Throws when the member may not have so many more: `live` ones in the title, and `rows` in all, or has too many bytes.
 * Deleted ones count towards the member's limit, since their rows stay for a while.
 */
export async function refuseTooMany(
  tx: Transaction,
  member: MemberKey,
  publicationId: number,
  { live, rows }: { live: number; rows: number },
): Promise<void> {
  const all = tx
    .selectFrom('annotation')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(ofMember(member))
  const inTitle = all.where('publication_id', '=', publicationId).where('deleted_at', 'is', null)
  if ((await inTitle.executeTakeFirstOrThrow()).count > MAX_OF_TITLE - live) {
    throw new ApiError('TOO_MANY_ANNOTATIONS_IN_TITLE')
  }
  const { count, bytes } = await all.select(BYTES.as('bytes')).executeTakeFirstOrThrow()
  if (count > MAX_OF_MEMBER - rows || (bytes ?? 0) > MAX_BYTES_OF_MEMBER) throw new ApiError('TOO_MANY_ANNOTATIONS')
}

// Both databases know the length of a long text without reading it.
const BYTES = sql<number | null>`sum(octet_length(locator) + coalesce(octet_length(note), 0))`

/** Returns the bytes that an annotation adds to `BYTES`. */
function bytesOf({ locator, note }: Pick<AnnotationRow, 'locator' | 'note'>): number {
  return Buffer.byteLength(locator) + Buffer.byteLength(note ?? '')
}

/**
 * Returns the instant, or a later one, so that no two writes of a member's annotations share an instant, even if the
 * clock is set back.
 */
export async function nextChange(tx: Transaction, now: number, member: MemberKey): Promise<number> {
  const { last } = await tx
    .selectFrom('annotation')
    .select(({ fn }) => fn.max<number | null>('changed_at').as('last'))
    .where(ofMember(member))
    .executeTakeFirstOrThrow()
  return Math.max(now, (last ?? 0) + 1)
}

function toColumns(content: Content) {
  const { locator, note } = contentOf(content)
  return {
    motivation: content.motivation,
    color: content.color,
    note,
    locator: JSON.stringify(locator),
    range_start: content.start,
    range_end: content.end,
    publication_revision: content.publicationRevision,
    search_text: toSearchText(note ?? '', locator.text?.highlight ?? ''),
  }
}

type Range = Pick<AnnotationRow, 'range_start' | 'range_end' | 'publication_revision'>

/** Whether two ranges are equal: a lost annotation stays lost when only its note or colour changes. */
function isSameRange(one: Range, other: Range): boolean {
  return (['range_start', 'range_end', 'publication_revision'] as const).every((key) => one[key] === other[key])
}

/**
 * Normalizes an annotation: an empty note becomes null, and context without a quote is dropped, since only a quote is
 * searched for.
 */
function contentOf({ locator, note }: Content): Pick<Content, 'locator' | 'note'> {
  const { text, ...rest } = locator
  return { locator: text?.highlight ? { ...rest, text } : rest, note: note?.trim() ? note : null }
}

/** Whether a change equals the row. A range that was since moved to a newer revision of the title is equal. */
export function isSameAnnotation(row: AnnotationRow, content: Content): boolean {
  const there = toColumns(content)
  const isSameContent = row.motivation === there.motivation && row.color === there.color && row.note === there.note
  if (!isSameContent || row.publication_revision > there.publication_revision) return isSameContent
  // The rest of a locator follows from these.
  const isSameChapter = (JSON.parse(row.locator) as Content['locator']).href === content.locator.href
  return isSameChapter && row.range_start === there.range_start && row.range_end === there.range_end
}

function outcomeOf(row: RowWithPublicId): AnnotationOutcome {
  return { isAccepted: true, annotation: row.deleted_at === null ? toAnnotation(row) : null, revision: row.revision }
}
