import { setImmediate as nextTurn } from 'node:timers/promises'
import { IMPORT_MAX_ITEMS, type ImportOutcome } from '@estante/contract/play/annotations.ts'
import type { OpenIndex } from '../book-search/open-indexes.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import type { AnnotationRow } from '../db/tables.ts'
import { ApiError } from '../http/errors.ts'
import { lockLiveMember } from '../members/member-session.ts'
import type { MemberKey } from '../tenancy.ts'
import { findRows, isSameAnnotation, nextChange, refuseTooMany, replaceRows, toRow } from './annotation.ts'
import { type AnnotationItem, parseAnnotation, titleOfSet } from './epub-annotations.ts'
import { type AnnotatedPublication, findAnnotatedPublication, findAnnotatedWork } from './read-annotations.ts'
import { type AnchorResult, anchorIn, locatorInChapter, openChapters } from './reanchor-publication.ts'

/** Rows per write: few enough not to delay other writes. */
const ROWS_A_WRITE = 200

interface AnnotationSet {
  about?: { 'dc:title'?: unknown } | undefined
  items: object[]
}

/**
 * Imports the annotations of several titles, each into the title that its set is about. Null for a set of a title that
 * the member does not have.
 */
export async function importNotebook(
  context: Pick<Context, 'db' | 'clock'>,
  openIndex: OpenIndex,
  member: MemberKey,
  sets: AnnotationSet[],
): Promise<(ImportOutcome | null)[]> {
  if (sets.reduce((sum, { items }) => sum + items.length, 0) > IMPORT_MAX_ITEMS) throw tooManyItems()
  const outcomes: (ImportOutcome | null)[] = []
  for (const set of sets) {
    const publication = await findTitleOf(context, member, set)
    outcomes.push(publication ? await importIfOf(publication, set) : null)
  }
  return outcomes

  async function importIfOf(publication: AnnotatedPublication, set: AnnotationSet) {
    try {
      return await importAnnotations(context, openIndex, member, publication, set)
    } catch (problem) {
      if (problem instanceof ApiError && problem.code === 'ANNOTATIONS_OF_ANOTHER_TITLE') return null
      throw problem
    }
  }
}

async function findTitleOf({ db, clock }: Pick<Context, 'db' | 'clock'>, member: MemberKey, set: AnnotationSet) {
  const { id, workKey, type } = titleOfSet(set.about, set.items as Record<string, unknown>[])
  return (
    (await findAnnotatedPublication(db.read, clock.now(), member, id)) ??
    (await findAnnotatedWork(db.read, clock.now(), member, workKey, type))
  )
}

function tooManyItems() {
  return new ApiError('VALIDATION', ['O arquivo tem mais de 5.000 marcações.'])
}

/**
 * Imports the annotations of a file. An annotation that is not at its position is searched for by its quote; if not
 * found, it is stored and reported.
 */
export async function importAnnotations(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  openIndex: OpenIndex,
  member: MemberKey,
  publication: AnnotatedPublication,
  { about, items }: AnnotationSet,
): Promise<ImportOutcome> {
  if (items.length > IMPORT_MAX_ITEMS) throw tooManyItems()
  const outcome: ImportOutcome = { imported: 0, unchanged: 0, conflicting: 0, moved: 0, lost: [], refused: [] }
  const chapters = await openChapters(openIndex, publication)
  const found: FoundItem[] = []
  for (const [index, one] of items.entries()) {
    const read = parseAnnotation(one as Record<string, unknown>, publication, clock.now())
    if (typeof read === 'string') outcome.refused.push({ item: index + 1, reason: read })
    else found.push({ ...read, ...(await anchor(publication, chapters, read)), item: index + 1 })
    if (index % 20 === 19) await nextTurn()
  }
  const isForeign = about?.['dc:title'] !== undefined && about['dc:title'] !== publication.title
  if (isForeign && found.length > 0 && found.every(({ isLost }) => isLost)) {
    throw new ApiError('ANNOTATIONS_OF_ANOTHER_TITLE')
  }
  for (let from = 0; from < found.length; from += ROWS_A_WRITE) {
    const part = found.slice(from, from + ROWS_A_WRITE)
    const written = await db.write((tx) => writeRows(tx, clock.now(), member, publication, part))
    for (const { one, became } of written) {
      if (became === 'refused') outcome.refused.push({ item: one.item, reason: 'É de outro título.' })
      else outcome[became] += 1
      if (became !== 'imported') continue
      if (one.isLost) outcome.lost.push({ id: one.id, quote: one.content.locator.text?.highlight ?? '' })
      else if (one.isMoved) outcome.moved += 1
    }
  }
  return outcome
}

/** An item of a file, at its place in this revision of the title. */
type FoundItem = AnnotationItem & AnchorResult & { isMoved: boolean; item: number }
type Chapters = Awaited<ReturnType<typeof openChapters>>

async function anchor(
  publication: AnnotatedPublication,
  chapters: Chapters,
  read: AnnotationItem,
): Promise<AnchorResult & { isMoved: boolean }> {
  const { locator, start } = read.content
  const { content, isLost } = await place(publication, chapters, read)
  if (isLost || publication.type === 'audiobook') return { content, isLost, isMoved: false }
  const isMoved = read.hasLetters && (content.start !== start || content.locator.href !== locator.href)
  if (isMoved || !read.hasLetters) return { content, isLost, isMoved }
  // The position in our reader's format; the file's element selectors are still valid.
  const { href, locations, text } = locator
  const whole = locatorInChapter(publication, href, locations.progression ?? 0, locator)
  const merged = { ...whole, locations: { ...whole.locations, ...locations }, ...(text && { text }) }
  return { content: { ...content, locator: merged }, isLost, isMoved }
}

async function place(
  publication: AnnotatedPublication,
  chapters: Chapters,
  { content, hasChapter, hasLetters }: AnnotationItem,
): Promise<AnchorResult> {
  const { locator, start, end } = content
  if (publication.type === 'audiobook') return { content, isLost: start > (publication.duration_ms ?? start) }
  if (!hasChapter && !locator.text) return { content, isLost: true }
  if (!chapters) return { content, isLost: !hasChapter || !hasLetters }
  if (hasLetters) return anchorIn(publication, chapters, content)
  // Without letters, the file's position is where the search begins.
  const length = chapters.find(({ href }) => href === locator.href)?.text.length ?? 0
  const near = Math.round((locator.locations.progression ?? 0) * length)
  return anchorIn(publication, chapters, { ...content, start: near, end: near + end - start })
}

/** Writes some of the items. Returns what became of each. */
async function writeRows(
  tx: Transaction,
  now: number,
  member: MemberKey,
  publication: AnnotatedPublication,
  part: FoundItem[],
) {
  await lockLiveMember(tx, member)
  const ids = [...new Set(part.map(({ id }) => id))]
  const rows = await findRows(tx, member, ids)
  // Once for all of them: a count before each would take longer with each row.
  await refuseTooMany(tx, member, publication.id, {
    live: ids.filter((id) => rows.get(id)?.deleted_at !== null).length,
    rows: ids.length - rows.size,
  })
  let changedAt = await nextChange(tx, now, member)
  const changed = new Map<string, AnnotationRow>()
  const written: { one: FoundItem; became: 'imported' | 'unchanged' | 'conflicting' | 'refused' }[] = []
  for (const one of part) {
    const row = rows.get(one.id)
    if (row && row.publication_id !== publication.id) {
      written.push({ one, became: 'refused' })
      continue
    }
    if (row && row.deleted_at === null) {
      written.push({ one, became: isSameAnnotation(row, one.content) ? 'unchanged' : 'conflicting' })
      continue
    }
    const { createdAt, updatedAt, isLost } = one
    const revision = (row?.revision ?? 0) + 1
    const times = { createdAt, updatedAt, changedAt: changedAt++ }
    const imported = toRow(member, publication.id, one.id, one.content, { ...times, revision, isLost })
    // The next item of the file may have the same id.
    rows.set(one.id, imported)
    changed.set(one.id, imported)
    written.push({ one, became: 'imported' })
  }
  await replaceRows(tx, member, [...changed.values()])
  return written
}
