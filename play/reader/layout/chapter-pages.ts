import { selectedRange } from '../navigator/selection.ts'
import type { ChapterLayout } from './chapter-layout.ts'
import { positionOfPage, TOLERANCE_PX } from './pagination.ts'

export type ChapterPages = ReturnType<typeof createChapterPages>

/** The part of a screen by which a scroll advances: a few lines stay visible. */
const SCREEN_STEP = 0.88

/** Turns the pages of a chapter that was laid out; a scroll is turned, and counted, in screens. */
export function createChapterPages(layout: ChapterLayout) {
  const { scroll, isFixed } = layout
  let focused: Element | null = null

  /** False until the chapter is laid out, which waits for the view if that is hidden. */
  function hasPages() {
    return isFixed || layout.text !== undefined
  }

  /** Returns the index of the visible page among the chapter's pages. */
  function page() {
    return pageAt(scroll.settled())
  }

  function pageAt(pixels: number) {
    return positionOfPage(layout.pages, Math.round(pixels / scroll.windowLength()))
  }

  function showPage(position: number) {
    const { index } = layout.pages[Math.min(layout.pages.length - 1, Math.max(0, position))]!
    scroll.to(index * scroll.windowLength())
  }

  /**
   * Returns the page to show for the focused element: `before`, if a part of the element is on it, or else its first
   * page. Engines would show its middle.
   */
  function focusedPage(before: number) {
    const { activeElement, body } = layout.document
    const isNew = activeElement !== focused
    focused = activeElement
    if (!isNew || !activeElement || activeElement === body) return undefined
    const pages = [...activeElement.getClientRects()].map((box) =>
      positionOfPage(layout.pages, scroll.pageIndexOf(box)),
    )
    return pages.includes(before) ? before : pages[0]
  }

  return {
    page: () => (layout.isPaged ? page() : Math.round(scroll.offset() / scroll.windowLength())),
    pageCount: () =>
      layout.isPaged
        ? layout.pages.length
        : Math.max(1, Math.ceil((scroll.extent() - TOLERANCE_PX) / scroll.windowLength())),
    visiblePage: () => layout.pages[page()]!,
    isAtStart: () => (layout.isPaged ? page() === 0 : scroll.offset() < TOLERANCE_PX),
    hasPages,
    isAtEnd: () =>
      hasPages() &&
      (layout.isPaged
        ? page() === layout.pages.length - 1
        : scroll.offset() + scroll.windowLength() >= scroll.extent() - TOLERANCE_PX * 2),
    showStart: () => (layout.isPaged ? showPage(0) : scroll.to(0)),
    showEnd: () => (layout.isPaged ? showPage(layout.pages.length - 1) : scroll.to(scroll.extent())),
    /** Shows the page that a box is on; in a scroll, the box is on the first line. */
    reveal(box: DOMRect) {
      if (layout.isPaged) showPage(positionOfPage(layout.pages, scroll.pageIndexOf(box)))
      else scroll.to(Math.max(0, scroll.startOf(box) - layout.firstLine))
    },
    /**
     * Turns a page, or most of a screen, onwards or back. Returns false when there is no more. A turned page is drawn
     * by `shift`.
     */
    turn(by: 1 | -1) {
      if (isFixed) return false
      if (layout.isPaged) {
        const next = layout.pages[page() + by]
        if (next) scroll.aim(next.index * scroll.windowLength())
        return next !== undefined
      }
      const before = scroll.settled()
      scroll.to(Math.max(0, before + by * scroll.windowLength() * SCREEN_STEP))
      return Math.abs(scroll.target() - before) > TOLERANCE_PX
    },
    canTurn: (by: 1 | -1) => layout.isPaged && layout.pages[page() + by] !== undefined,
    isTurnedSideways: () => isFixed || (layout.isPaged && scroll.flow().axis === 'x'),
    shift: scroll.shift,
    wasMovedByHand: scroll.wasMovedByHand,
    /**
     * Aligns the scroll position with a page after the engine scrolled: to a focused link, or, on Android, when the end
     * of a selection is dragged over the edge. A selection keeps the page it began on. Returns whether another page is
     * on show.
     */
    snap() {
      if (!layout.isPaged || isFixed) return false
      const before = pageAt(scroll.target())
      if (selectedRange(layout.document)) scroll.to(scroll.target())
      else showPage(focusedPage(before) ?? page())
      return page() !== before
    },
  }
}
