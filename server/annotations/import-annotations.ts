import { setImmediate as nextTurn } from 'node:timers/promises'
import { IMPORT_MAX_ITEMS, type ImportOutcome } from '@estante/contract/play/annotations.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import type { AnnotationRow } from '../db/tables.ts'
import { ApiError } from '../http/errors.ts'
import { lockLiveMember } from '../members/member-session.ts'
import type { MemberKey } from '../tenancy.ts'
import {
  type Content,
  findRows,
  isSameAnnotation,
  type LiveRow,
  nextChange,
  ROWS_A_WRITE,
  refuseTooMany,
  replaceRows,
  toAnnotation,
  toRow,
  UNSEARCHED_REVISION,
} from './annotation.ts'
import { type AnnotationItem, chapterNamesOf, parseAnnotation, titleOfSet } from './epub-annotations.ts'
import {
  type AnnotatedPublication,
  findAnnotatedPublication,
  findAnnotatedWork,
  readAnnotationsOfPublication,
} from './read-annotations.ts'
import { type Anchoring, type AnchorResult, locatorInChapter } from './reanchor-publication.ts'

/** Chapters with one heading that are searched one by one, before all of the book at once. */
const MAX_OF_ONE_HEADING = 100

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
  anchoring: Anchoring,
  member: MemberKey,
  sets: AnnotationSet[],
): Promise<(ImportOutcome | null)[]> {
  if (sets.reduce((sum, { items }) => sum + items.length, 0) > IMPORT_MAX_ITEMS) throw tooManyItems()
  const outcomes: (ImportOutcome | null)[] = []
  for (const set of sets) {
    const publication = await findTitleOf(context, member, set)
    outcomes.push(publication ? await importUnlessForeign(publication, set) : null)
  }
  return outcomes

  async function importUnlessForeign(publication: AnnotatedPublication, set: AnnotationSet) {
    try {
      return await importAnnotations(context, anchoring, member, publication, set)
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
  return new ApiError('VALIDATION', ['O arquivo tem mais de 5.000 anotações. Importe um livro de cada vez.'])
}

/**
 * Imports the annotations of a file. An annotation that is not at its position is searched for by its quote; if not
 * found, it is stored and reported. One without a certain position that the member already has is not stored again,
 * whatever its id.
 */
export async function importAnnotations(
  context: Pick<Context, 'db' | 'clock'>,
  anchoring: Anchoring,
  member: MemberKey,
  publication: AnnotatedPublication,
  { about, items }: AnnotationSet,
): Promise<ImportOutcome> {
  if (items.length > IMPORT_MAX_ITEMS) throw tooManyItems()
  const { db, clock } = context
  const outcome: ImportOutcome = { imported: 0, unchanged: 0, conflicting: 0, moved: 0, lost: [], refused: [] }
  const chapters = await anchoring.openChapters(publication)
  const search: Search = (within, content) => anchoring.anchorIn(member, publication, within, content)
  const isSound = publication.type === 'audiobook'
  const names = chapterNamesOf(publication)
  const found: FoundItem[] = []
  for (const [index, one] of items.entries()) {
    const read = parseAnnotation(one as Record<string, unknown>, publication, names, clock.now())
    if (typeof read === 'string') outcome.refused.push({ item: index + 1, reason: read })
    else found.push({ ...read, ...(await anchor(search, publication, chapters, read, found.at(-1))), item: index + 1 })
    await nextTurn()
  }
  const isForeign = about?.['dc:title'] !== undefined && about['dc:title'] !== publication.title
  const searched = found.filter(({ content }) => content.publicationRevision === publication.revision)
  if (isForeign && searched.length > 0 && searched.every(({ isLost }) => isLost)) {
    throw new ApiError('ANNOTATIONS_OF_ANOTHER_TITLE')
  }
  await anchoring.reanchorPublication(member, publication)
  const present = await readAnnotationsOfPublication(db.read, member, publication)
  // Also by the quote alone: the place of an item may not be found, or not searched for, this time.
  const likenesses = new Set(
    present.flatMap((row) => [row.is_lost === 1, true].map((isLost) => likenessOfRow(row, isLost, isSound))),
  )
  const absent = found.filter(
    (one) => (one.hasLetters && !isSound) || !likenesses.has(likenessOf(one.content, one.isLost, isSound)),
  )
  outcome.unchanged = found.length - absent.length
  for (let from = 0; from < absent.length; from += ROWS_A_WRITE) {
    const part = absent.slice(from, from + ROWS_A_WRITE)
    const written = await db.write((tx) => writeRows(tx, clock.now(), member, publication, part))
    for (const { one, became } of written) {
      if (became === 'refused') outcome.refused.push({ item: one.item, reason: 'É de outro título.' })
      else outcome[became] += 1
      if (became !== 'imported') continue
      if (one.content.publicationRevision === UNSEARCHED_REVISION) continue
      if (one.isLost) outcome.lost.push({ id: one.id, quote: one.content.locator.text?.highlight ?? '' })
      else if (one.isMoved) outcome.moved += 1
    }
  }
  return outcome
}

/** An item of a file, at its place in this revision of the title. */
type FoundItem = AnnotationItem & AnchorResult & { isMoved: boolean; item: number }
type Chapters = Awaited<ReturnType<Anchoring['openChapters']>>
type Search = (chapters: NonNullable<Chapters>, content: Content) => Promise<AnchorResult>

async function anchor(
  search: Search,
  publication: AnnotatedPublication,
  chapters: Chapters,
  read: AnnotationItem,
  previous: FoundItem | undefined,
): Promise<AnchorResult & { isMoved: boolean }> {
  const { locator, start } = read.content
  const { content, isLost } = await anchorItem(search, publication, chapters, read, previous)
  if (isLost || publication.type === 'audiobook') return { content, isLost, isMoved: false }
  const isMoved = read.hasLetters && (content.start !== start || content.locator.href !== locator.href)
  if (isMoved) return { content, isLost, isMoved }
  // The position in our reader's format; the file's element selectors are still valid.
  const { href, locations, text } = content.locator
  const whole = locatorInChapter(publication, href, locations.progression ?? 0, content.locator)
  const merged = { ...whole, locations: { ...whole.locations, ...locations }, ...(text && { text }) }
  return { content: { ...content, locator: merged }, isLost, isMoved }
}

async function anchorItem(
  search: Search,
  publication: AnnotatedPublication,
  chapters: Chapters,
  { content, chapters: candidates, isInHeading, hasLetters }: AnnotationItem,
  previous: FoundItem | undefined,
): Promise<AnchorResult> {
  const { locator, start, end } = content
  const hasChapter = candidates.length > 0
  if (publication.type === 'audiobook') return { content, isLost: start > (publication.duration_ms ?? start) }
  if (!locator.text && (!hasChapter || isInHeading)) return { content, isLost: true }
  if (!chapters) return { content, isLost: !hasChapter || !hasLetters }
  if (hasLetters) return search(chapters, content)
  const last = previous?.content
  // Files are in the order of the book: of chapters with one heading, that of the previous item comes first.
  const from = Math.max(
    0,
    candidates.findIndex(({ href }) => href === last?.locator.href),
  )
  const several = candidates.length > 1 ? [...candidates.slice(from), ...candidates.slice(0, from)] : []
  for (const candidate of several.slice(0, MAX_OF_ONE_HEADING)) {
    const only = chapters.filter(({ href }) => href === candidate.href)
    const found = await search(only, near(candidate))
    if (!found.isLost) return found
  }
  return search(chapters, near(candidates[0] ?? { href: locator.href, letter: 0 }))

  /** Without letters, the search begins at the file's position, or else after the heading and the previous item. */
  function near({ href, letter }: { href: string; letter: number }): Content {
    const length = chapters?.find((chapter) => chapter.href === href)?.text.length ?? 0
    const after = Math.max(letter, last?.locator.href === href ? last.start : 0)
    const at = Math.round((locator.locations.progression ?? 0) * length) || Math.min(after, length)
    const locations = { ...locator.locations, progression: length > 0 ? at / length : 0 }
    return { ...content, locator: { ...locator, href, locations }, start: at, end: at + end - start }
  }
}

/**
 * Describes what an annotation shows, apart from its id. Markdown has neither the chapter of a lost quote nor parts of
 * a second.
 */
function likenessOf({ motivation, color, note, locator, start, end }: Content, isLost: boolean, isSound: boolean) {
  const quote = locator.text?.highlight?.trim()
  if (isSound)
    return JSON.stringify([motivation, color, note?.trim(), Math.floor(start / 1000), Math.floor(end / 1000)])
  // A page may begin a few letters before the first words on it, which a bookmark is found by.
  const range = motivation === 'bookmarking' ? [locator.href, quote] : [locator.href, start, end]
  const place = !quote ? locator.href : isLost ? quote : range
  return JSON.stringify([motivation, color, note?.trim(), place])
}

/** Leaves out spaces at the ends of the quote, which a search does not find. */
function likenessOfRow(row: LiveRow, isLost: boolean, isSound: boolean): string {
  const content = toAnnotation(row)
  const quote = content.locator.text?.highlight ?? ''
  const start = content.start + quote.length - quote.trimStart().length
  const end = Math.max(start, content.end - quote.length + quote.trimEnd().length)
  return likenessOf(isSound ? content : { ...content, start, end }, isLost, isSound)
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
