import { setImmediate as nextTurn } from 'node:timers/promises'
import { chapterText, type SearchIndex } from '@estante/formats/search/search-index.ts'
import type { OpenIndex } from '../book-search/open-indexes.ts'
import type { Context } from '../context.ts'
import { createKeyedQueue } from '../keyed-queue.ts'
import { publicationFolder } from '../media/folders.ts'
import type { MemberLimits } from '../members/member-limits.ts'
import { lockLiveMember } from '../members/member-session.ts'
import { chapterLocator } from '../publications/chapter-locator.ts'
import { type MemberKey, ofMember } from '../tenancy.ts'
import { type Content, nextChange, ROWS_A_WRITE, toAnnotation, UNSEARCHED_REVISION } from './annotation.ts'
import { type AnnotatedPublication, manifestOf } from './read-annotations.ts'
import { type AnchorChapter, reanchor } from './reanchor.ts'

/** An annotation's range in the title's present revision; unchanged when it is not found. */
export type AnchorResult = { content: Content; isLost: boolean }

export type Anchoring = ReturnType<typeof createAnchoring>

/** Creates the search for annotations whose title has changed, within each member's limit of time. */
export function createAnchoring(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  openIndex: OpenIndex,
  limits: MemberLimits,
) {
  /**
   * Chapters in use, by index: searches of one book share the normalized letters, which take five times the memory of
   * the text.
   */
  const chaptersInUse = new WeakMap<SearchIndex, WeakRef<AnchorChapter[]>>()
  /** One search at a time for a member: together they would search for the same annotations. */
  const enqueue = createKeyedQueue()

  /** Opens the chapters of an e-book's present revision; undefined when its text is not indexed. */
  async function openChapters(publication: AnnotatedPublication): Promise<AnchorChapter[] | undefined> {
    if (publication.type !== 'ebook') return undefined
    const index = await openIndex(publicationFolder(publication.public_id, publication.revision))
    if (!index) return undefined
    const shared = chaptersInUse.get(index)?.deref()
    if (shared) return shared
    const chapters = index.chapters.map((chapter) => ({ href: chapter.href, text: chapterText(index, chapter) }))
    chaptersInUse.set(index, new WeakRef(chapters))
    return chapters
  }

  /**
   * Searches the chapters of a title for an annotation: only at its place once the member has used up their time.
   */
  async function anchorIn(
    member: MemberKey,
    publication: AnnotatedPublication,
    chapters: AnchorChapter[],
    content: Content,
  ): Promise<AnchorResult> {
    const { locator, start, end } = content
    const { progression } = locator.locations
    const anchor = { href: locator.href, start, end, progression, text: locator.text }
    const found = await runInSteps(reanchor(chapters, anchor), (ms) => limits.takeAnchoring(member, ms))
    if (found === null) return { content: { ...content, publicationRevision: UNSEARCHED_REVISION }, isLost: true }
    const anchored = { ...content, publicationRevision: publication.revision }
    if (!found) return { content: anchored, isLost: true }
    if (found.href === locator.href && found.start === start && found.end === end) {
      return { content: anchored, isLost: false }
    }
    const { text, title: _, ...rest } = locator
    const letters = chapters.find(({ href }) => href === found.href)?.text.length ?? 0
    const moved = {
      ...locatorInChapter(publication, found.href, letters > 0 ? found.start / letters : 0, rest),
      ...(text && { text }),
    }
    return { content: { ...anchored, locator: moved, start: found.start, end: found.end }, isLost: false }
  }

  /**
   * Moves a member's annotations of earlier revisions of a title to the present one, once for each revision.
   * Annotations not found stay, marked as lost; those that there was no time to search for, until the next call. Their
   * `revision` does not change, since the member changed nothing.
   */
  async function reanchorPublication(member: MemberKey, publication: AnnotatedPublication): Promise<void> {
    if (publication.type !== 'ebook') return
    // A title without any does not wait for the search of another.
    const outdated = await selectOutdated(member, publication).select('id').limit(1).executeTakeFirst()
    if (outdated) await enqueue(member.memberId, () => moveToPresent(member, publication))
  }

  function selectOutdated(member: MemberKey, publication: AnnotatedPublication) {
    return db.read
      .selectFrom('annotation')
      .where(ofMember(member))
      .where('publication_id', '=', publication.id)
      .where('deleted_at', 'is', null)
      .where('publication_revision', '<', publication.revision)
  }

  async function moveToPresent(member: MemberKey, publication: AnnotatedPublication): Promise<void> {
    const rows = await selectOutdated(member, publication).selectAll().execute()
    const chapters = rows.length > 0 ? await openChapters(publication) : undefined
    if (!chapters) return
    let hasTime = true
    for (let from = 0; from < rows.length; from += ROWS_A_WRITE) {
      const anchored: { row: (typeof rows)[number]; found: AnchorResult }[] = []
      for (const row of rows.slice(from, from + ROWS_A_WRITE)) {
        // Known not to be at its place.
        if (!hasTime && row.publication_revision === UNSEARCHED_REVISION && row.is_lost === 1) continue
        const annotation = toAnnotation({ ...row, public_id: publication.public_id })
        const found = await anchorIn(member, publication, chapters, annotation)
        if (found.content.publicationRevision === UNSEARCHED_REVISION) hasTime = false
        const isUnchanged =
          found.isLost && row.is_lost === 1 && row.publication_revision === found.content.publicationRevision
        if (!isUnchanged) anchored.push({ row, found })
        await nextTurn()
      }
      if (anchored.length === 0) continue
      await db.write(async (tx) => {
        await lockLiveMember(tx, member)
        let changedAt = await nextChange(tx, clock.now(), member)
        for (const { row, found } of anchored) {
          await tx
            .updateTable('annotation')
            .set({
              locator: JSON.stringify(found.content.locator),
              range_start: found.content.start,
              range_end: found.content.end,
              publication_revision: found.content.publicationRevision,
              is_lost: Number(found.isLost),
              changed_at: changedAt++,
            })
            .where(ofMember(member))
            .where('id', '=', row.id)
            .where('revision', '=', row.revision)
            .where('publication_revision', '<', publication.revision)
            .execute()
        }
      })
    }
  }

  return { openChapters, anchorIn, reanchorPublication }
}

/** Runs a search, and serves others after each of its steps. Null once no time is left for it. */
async function runInSteps<T>(search: Generator<void, T>, takeTime: (ms: number) => boolean): Promise<T | null> {
  for (;;) {
    const startedAt = performance.now()
    const step = search.next()
    if (step.done) return step.value
    if (!takeTime(performance.now() - startedAt)) return null
    await nextTurn()
  }
}

/** Adds the position in the book to a locator, like our reader. Its element selectors may be outdated. */
export function locatorInChapter(
  publication: Pick<AnnotatedPublication, 'manifest'>,
  href: string,
  progression: number,
  { locations }: Pick<Content['locator'], 'locations'>,
): Content['locator'] {
  const { readingOrder } = manifestOf(publication)
  const index = readingOrder.findIndex((link) => link.href === href)
  const located = chapterLocator(readingOrder, index, progression)
  const { cssSelector: _, fragments: __, ...rest } = locations
  return { ...located, locations: { ...rest, ...located.locations } }
}
