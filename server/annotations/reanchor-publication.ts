import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AnchorChapter, reanchor } from '@estante/contract/anchor.ts'
import type { Link, Manifest } from '@estante/contract/manifest.ts'
import type { OpenIndex } from '../book-search/open-indexes.ts'
import type { Context } from '../context.ts'
import { lockLiveMember } from '../members/member-session.ts'
import { publicationFolder } from '../publications/title-folders.ts'
import { type MemberKey, ofMember } from '../tenancy.ts'
import { type Content, nextChange, ROWS_A_WRITE, toAnnotation } from './annotation.ts'
import type { AnnotatedPublication } from './read-annotations.ts'

/** An annotation's range in the title's present revision; unchanged when it is not found. */
export type AnchorResult = { content: Content; isLost: boolean }

/** Opens the chapters of an e-book's present revision; undefined when its text is not indexed. */
export async function openChapters(
  openIndex: OpenIndex,
  publication: AnnotatedPublication,
): Promise<AnchorChapter[] | undefined> {
  if (publication.type !== 'ebook') return undefined
  const index = await openIndex(publicationFolder(publication.public_id, publication.revision))
  return index?.chapters.map(({ href, start, letters }) => ({ href, text: index.text.slice(start, start + letters) }))
}

/** Searches the chapters of a title for an annotation. */
export async function anchorIn(
  publication: AnnotatedPublication,
  chapters: AnchorChapter[],
  content: Content,
): Promise<AnchorResult> {
  const { locator, start, end } = content
  const { progression } = locator.locations
  const found = await inTurns(reanchor(chapters, { href: locator.href, start, end, progression, text: locator.text }))
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

/** Runs a search, and serves others after each of its steps. */
async function inTurns<T>(search: Generator<void, T>): Promise<T> {
  for (let step = search.next(); ; step = search.next()) {
    if (step.done) return step.value
    await nextTurn()
  }
}

/** Adds the position in the book to a locator, like our reader. Its element selectors may be outdated. */
export function locatorInChapter(
  { manifest }: Pick<AnnotatedPublication, 'manifest'>,
  href: string,
  progression: number,
  { locations }: Pick<Content['locator'], 'locations'>,
): Content['locator'] {
  const { readingOrder } = JSON.parse(manifest) as Manifest
  const weights = readingOrder.map((link) => Math.max(1, link.properties?.positions ?? 1))
  const index = readingOrder.findIndex((link) => link.href === href)
  const { type, title } = (readingOrder[index] ?? {}) as Partial<Link>
  const before = weights.slice(0, Math.max(0, index)).reduce((sum, weight) => sum + weight, 0)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const weight = weights[index] ?? 1
  const { cssSelector: _, fragments: __, ...rest } = locations
  return {
    href,
    ...(type && { type }),
    ...(title && { title: title.slice(0, 512) }),
    locations: {
      ...rest,
      progression,
      totalProgression: (before + progression * weight) / total,
      position: before + Math.min(weight - 1, Math.floor(progression * weight)) + 1,
    },
  }
}

/**
 * Moves a member's annotations of earlier revisions of a title to the present one, once for each revision. Annotations
 * not found stay, marked as lost. Their `revision` does not change, since the member changed nothing.
 */
export async function reanchorPublication(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  openIndex: OpenIndex,
  member: MemberKey,
  publication: AnnotatedPublication,
): Promise<void> {
  if (publication.type !== 'ebook') return
  const rows = await db.read
    .selectFrom('annotation')
    .selectAll()
    .where(ofMember(member))
    .where('publication_id', '=', publication.id)
    .where('deleted_at', 'is', null)
    .where('publication_revision', '<', publication.revision)
    .execute()
  const chapters = rows.length > 0 ? await openChapters(openIndex, publication) : undefined
  if (!chapters) return
  for (let from = 0; from < rows.length; from += ROWS_A_WRITE) {
    const anchored: { id: Uint8Array; revision: number; found: AnchorResult }[] = []
    for (const row of rows.slice(from, from + ROWS_A_WRITE)) {
      const annotation = toAnnotation({ ...row, public_id: publication.public_id })
      anchored.push({ id: row.id, revision: row.revision, found: await anchorIn(publication, chapters, annotation) })
      await nextTurn()
    }
    await db.write(async (tx) => {
      await lockLiveMember(tx, member)
      let changedAt = await nextChange(tx, clock.now(), member)
      for (const { id, revision, found } of anchored) {
        await tx
          .updateTable('annotation')
          .set({
            locator: JSON.stringify(found.content.locator),
            range_start: found.content.start,
            range_end: found.content.end,
            publication_revision: publication.revision,
            is_lost: Number(found.isLost),
            changed_at: changedAt++,
          })
          .where(ofMember(member))
          .where('id', '=', id)
          .where('revision', '=', revision)
          .where('publication_revision', '<', publication.revision)
          .execute()
      }
    })
  }
}
