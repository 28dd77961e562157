import type { Locator } from '@estante/contract/locator.ts'
import { type BookMap, placeOf } from '../book-map.ts'
import type { PositionOnPage } from './chapter-position.ts'
import type { SpreadPage } from './spreads.ts'

export interface Position {
  chapter: number
  /** The facing page of a spread; the chapter itself otherwise. */
  facing: number
  locator: Locator
  /** Index in the chapter, at this size. */
  page: number
  pageCount: number
  /** Pages until the next entry of the contents, or the end of the chapter. */
  pagesLeft: number
  /** The index of the entry of the contents that the page belongs to. */
  entry: number | undefined
  title: string | undefined
  /** The id that the jump to this page led to. */
  jumpedTo: string | undefined
  isAtBookStart: boolean
  isAtBookEnd: boolean
}

/**
 * `none`: shown without a move, as at the opening or a new layout. `turn`: the member reads on. `jump`: elsewhere.
 * `sync`: to another device's place, at the member's request.
 */
export type Move = 'none' | 'turn' | 'jump' | 'sync'

/** A position to go to within a chapter. */
export interface PositionTarget {
  chapter: number
  /** `letters`: how many to highlight for a moment. */
  at: { progression: number; letters?: number } | { letter: number } | { id: string } | 'start' | 'end'
}

/** Returns the target for a stored locator; the start of the book without one. */
export function targetOf(map: BookMap, locator: Locator | undefined): PositionTarget {
  const { chapter, progression } = placeOf(map, locator)
  return { chapter, at: { progression } }
}

/**
 * Returns the position of the visible page, of two `pages` in a spread, with a locator at `progression` of the chapter.
 * `jumpedTo`: of the jump that led to this page.
 */
export function positionOf(
  map: BookMap,
  { chapter, frame, pages }: SpreadPage & { pages: readonly SpreadPage[] },
  progression: number,
  jumpedTo: PositionTarget['at'] | undefined,
): Position {
  const { entry = map.entryBefore(chapter), next } = visibleEntries(
    map.marksIn(chapter),
    frame.positionOnPage(),
    frame.isAtStart(),
    jumpedTo,
  )
  const title = map.titleOf(chapter, entry)
  const locator = map.locator(chapter, progression, title)
  const isAtBookEnd = pages.at(-1)!.chapter === map.chapters.length - 1 && frame.isAtEnd()
  // The last page begins before the last letter, but nothing is left to read.
  if (isAtBookEnd) locator.locations.totalProgression = 1
  return {
    chapter,
    facing: pages.find((page) => page.chapter !== chapter)?.chapter ?? chapter,
    locator,
    page: frame.page(),
    pageCount: frame.pageCount(),
    pagesLeft: next === undefined ? frame.pageCount() - frame.page() - 1 : frame.pagesBefore(next),
    entry,
    title,
    jumpedTo: typeof jumpedTo === 'object' && 'id' in jumpedTo ? jumpedTo.id : undefined,
    isAtBookStart: pages[0]!.chapter === 0 && frame.isAtStart(),
    isAtBookEnd,
  }
}

/**
 * Finds the page's entry of the contents (the entry at the top of the page, unless the member chose one that begins
 * further down), and the id where the chapter's next entry begins.
 */
export function visibleEntries(
  marks: ReturnType<BookMap['marksIn']>,
  positionOnPage: (id: string) => PositionOnPage | undefined,
  isFirstPage: boolean,
  jumpedTo: PositionTarget['at'] | undefined,
) {
  const entries = marks.flatMap(({ entry, id }) => {
    const position = id === undefined ? 'before' : positionOnPage(id)
    return position ? [{ entry, id, position }] : []
  })
  const atTop = entries.findLastIndex(({ position }) => position === 'before')
  const chosen = entries.findLastIndex(({ id, position }) => position !== 'after' && isAt(jumpedTo, id))
  // A picture may stand before the title of the chapter.
  const opening = isFirstPage && entries[0]?.position === 'within' ? 0 : -1
  const visible = chosen >= 0 ? chosen : Math.max(atTop, opening)
  return { entry: entries[visible]?.entry, next: entries[visible + 1]?.id }
}

function isAt(at: PositionTarget['at'] | undefined, id: string | undefined) {
  return typeof at === 'object' ? 'id' in at && at.id === id : at === 'start' && id === undefined
}
