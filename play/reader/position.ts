import type { Locator } from '@estante/contract/locator.ts'
import { type BookMap, placeOf } from './book-map.ts'
import type { ChapterFrame } from './chapter-frame.ts'

/** The member's position in the book. */
export interface Position {
  chapter: number
  /** The facing page of a spread; the chapter itself otherwise. */
  facing: number
  locator: Locator
  /** From 0, within the chapter, at this size. */
  page: number
  pageCount: number
  /** Until the next entry of the contents, or the end of the chapter. */
  pagesLeft: number
  /** The index of the entry of the contents that the page belongs to. */
  entry: number | undefined
  title: string | undefined
  isAtBookStart: boolean
  isAtBookEnd: boolean
}

/** `none`: shown without a move, as at the opening or a new layout. `turn`: the member reads on. `jump`: elsewhere. */
export type Move = 'none' | 'turn' | 'jump'

/** Where to go within a chapter. */
export interface Target {
  chapter: number
  /** `letters`: how many to highlight for a moment. */
  at: { progression: number; letters?: number } | { letter: number } | { id: string } | 'start' | 'end'
}

/** The target for a stored locator; the start of the book without one. */
export function targetOf(map: BookMap, locator: Locator | undefined): Target {
  const { chapter, progression } = placeOf(map, locator)
  return { chapter, at: { progression } }
}

/** The position of the visible page, with a locator at `progression` of the chapter. `facing`: in a spread. */
export function positionOf(
  map: BookMap,
  chapter: number,
  frame: ChapterFrame,
  progression: number,
  facing = chapter,
): Position {
  const { entry, next } = visibleEntries(map, chapter, frame)
  const title = map.titleOf(chapter, entry)
  const locator = map.locator(chapter, progression, title)
  const isAtBookEnd = Math.max(chapter, facing) === map.chapters.length - 1 && frame.isAtEnd()
  // The last page begins before the last letter, but nothing is left to read.
  if (isAtBookEnd) locator.locations.totalProgression = 1
  return {
    chapter,
    facing,
    locator,
    page: frame.page(),
    pageCount: frame.pageCount(),
    pagesLeft: next === undefined ? frame.pageCount() - frame.page() - 1 : frame.pagesBefore(next),
    entry,
    title,
    isAtBookStart: Math.min(chapter, facing) === 0 && frame.isAtStart(),
    isAtBookEnd,
  }
}

/** The entry of the contents that the page belongs to, and the id where the chapter's next entry begins. */
function visibleEntries(map: BookMap, chapter: number, frame: ChapterFrame) {
  const isReached = frame.reached()
  const entries = map.marksIn(chapter).filter(({ id }) => id === undefined || isReached(id) !== undefined)
  const reached = entries.findLastIndex(({ id }) => id === undefined || isReached(id))
  return { entry: entries[reached]?.entry ?? map.entryBefore(chapter), next: entries[reached + 1]?.id }
}
