import type { ChapterLayout } from '../layout/chapter-layout.ts'
import type { ChapterPages } from '../layout/chapter-pages.ts'
import type { ChapterText } from '../layout/chapter-text.ts'
import { TOLERANCE_PX } from '../layout/pagination.ts'
import type { Line } from '../ruler/lines.ts'
import type { LetterRange, Mark } from './chapter-marks.ts'

/** More letters than a screen holds in the smallest type. */
const SCREEN_LETTERS = 12_000
/** More letters than fit above the first whole line of a screen, in its margin. */
const ABOVE_LETTERS = 1000

/** Finds the visible letters of a chapter: those on the page, or on the screen of a scroll. */
export function createVisibleLetters(layout: ChapterLayout, pages: Pick<ChapterPages, 'visiblePage'>) {
  const { scroll } = layout

  function firstLetter(text: ChapterText) {
    return layout.isPaged ? firstOnPage(text) : firstOnScreen(text)
  }

  function firstOnPage(text: ChapterText) {
    const page = pages.visiblePage()
    if (!page.first) return 0
    // Read once: each read may force a layout.
    const from = scroll.offset()
    page.firstLetter ??= text.firstLetter(
      page.first,
      (box) => scroll.pageIndexOf(box, from) === page.index,
      (box) => scroll.pageIndexOf(box, from) < page.index,
    )
    return page.firstLetter
  }

  /** Finds the first letter on the screen, in text order. Stable: after `reveal` of its box it is the first again. */
  function firstOnScreen(text: ChapterText) {
    const lastLine = layout.lineStarts.reduce((last, start) => Math.max(last, start), 0)
    const offset = scroll.offset()
    const from = Math.min(offset + layout.firstLine, lastLine) - TOLERANCE_PX
    const first = text.segments[layout.lineStarts.findIndex((start) => start >= from)]
    if (!first) return 0
    return text.firstLetter(
      first,
      (box) => scroll.startOf(box, offset) >= from,
      (box) => scroll.startOf(box, offset) < from,
    )
  }

  function visibleRange(text: ChapterText): [from: number, to: number] {
    if (!layout.isPaged) {
      const first = firstOnScreen(text)
      return [first, first + SCREEN_LETTERS]
    }
    const { from, to } = pages.visiblePage()
    return [from, Math.min(to, text.letters)]
  }

  function isVisible() {
    const offset = scroll.offset()
    if (layout.isPaged) {
      const { index } = pages.visiblePage()
      return (box: DOMRect) => scroll.pageIndexOf(box, offset) === index
    }
    const end = offset + scroll.windowLength()
    return (box: DOMRect) => {
      const start = scroll.startOf(box, offset)
      return start >= offset - TOLERANCE_PX && start < end
    }
  }

  /** Returns the column of a box in a spread. During a page turn the page is shifted by any part of its width. */
  function columnOf(box: DOMRect, columns: number, width: number) {
    if (columns === 1) return 0
    const start = scroll.startOf(box) % width
    return start < width / columns ? 0 : 1
  }

  return {
    /** The first visible letter, as a part of the chapter from 0 to 1. */
    progression() {
      const { text } = layout
      return !text || text.letters === 0 ? 0 : firstLetter(text) / text.letters
    },
    /** Whether a letter is on the page, or on the screen of a scroll. */
    isVisible(letter: number) {
      if (!layout.text || layout.isFixed) return true
      const box = layout.text.boxAt(Math.min(layout.text.letters - 1, letter))
      if (!box) return false
      if (layout.isPaged) return scroll.pageIndexOf(box) === pages.visiblePage().index
      const start = scroll.startOf(box) - scroll.offset()
      return start >= layout.firstLine - TOLERANCE_PX && start < scroll.windowLength()
    },
    /** The ranges of letters with one of them on the page, or on the screen of a scroll. */
    onPage<Letters extends Pick<Mark, 'start' | 'end'>>(ranges: readonly Letters[]): Letters[] {
      const { text } = layout
      if (!text || ranges.length === 0) return []
      if (layout.isFixed) return [...ranges]
      const [from, to] = visibleRange(text)
      const isOnScreen = isVisible()
      return ranges.filter(({ start, end }) => {
        const [first, last] = [Math.max(start, from), Math.min(end, to)]
        return first < last && text.boxesFrom(first, last - first).some(isOnScreen)
      })
    },
    /** The boxes of the visible text: their extent across the lines, and their column. */
    visibleLines(): Line[] {
      const { text, columns, writing } = layout
      if (!text || layout.isFixed) return []
      const { width } = scroll.flow()
      const [from, to] = visibleRange(text)
      const isOnScreen = isVisible()
      return text
        .boxesFrom(from, to - from)
        .filter(isOnScreen)
        .map((box) =>
          writing.isVertical
            ? { column: 0, start: width - box.right, end: width - box.left }
            : { column: columnOf(box, columns, width), start: box.top, end: box.bottom },
        )
    },
    /** Returns a range with every letter on the screen, also on a page that is being turned. */
    visibleLetters(): LetterRange {
      const { text } = layout
      if (!text) return { from: 0, to: 0 }
      if (!layout.isPaged) {
        const first = firstOnScreen(text)
        return { from: first - ABOVE_LETTERS, to: first + SCREEN_LETTERS }
      }
      const place = scroll.offset() / scroll.windowLength()
      const pages = layout.pages.filter(({ index }) => Math.abs(index - place) < 1)
      return { from: Math.min(...pages.map(({ from }) => from)), to: Math.max(...pages.map(({ to }) => to)) }
    },
  }
}
