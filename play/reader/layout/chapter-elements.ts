import type { ChapterLayout } from './chapter-layout.ts'
import type { ChapterPages } from './chapter-pages.ts'
import { positionOfPage } from './pagination.ts'
import { firstIndex } from './segments.ts'
import { mapInSteps } from './steps.ts'

/** `before`: at the top of the page or on an earlier one. `within`: below the top. `after`: on a later page. */
export type PositionOnPage = 'before' | 'within' | 'after'

/** Finds where the elements of a chapter begin, by id. */
export function createChapterElements(layout: ChapterLayout, pages: ChapterPages) {
  const { document, scroll } = layout

  /** Measures the box of the first text in an element, or after an empty one. */
  function boxOf(id: string) {
    const element = document.getElementById(id)
    if (!element) return undefined
    const { segments = [] } = layout.text ?? {}
    const first = segments[firstIndex(segments.length, (index) => !isFrom(element, segments[index]!.node))]
    return (first && layout.text?.boxAt(first.start)) ?? element.getClientRects()[0] ?? element.getBoundingClientRect()
  }

  /** Returns where an element begins. Cached: every entry of the contents is looked up at each page. */
  function startOf(id: string) {
    const { idStarts } = layout
    if (!idStarts.has(id)) {
      const box = boxOf(id)
      idStarts.set(id, box && { pixels: scroll.startOf(box), pageIndex: scroll.pageIndexOf(box) })
    }
    return idStarts.get(id)
  }

  return {
    boxOf,
    /** Finds where elements begin, before the page needs it. */
    findAhead: (ids: readonly string[]) => mapInSteps(ids, startOf),
    /** Returns a function that compares where an element begins with the visible page. */
    positionOnPage() {
      const { index, first } = layout.isPaged ? pages.visiblePage() : { index: 0, first: undefined }
      // A scroll is read at the middle of the screen.
      const middle = scroll.offset() + scroll.windowLength() / 2
      return (id: string): PositionOnPage | undefined => {
        const start = startOf(id)
        if (!start) return undefined
        if (!layout.isPaged) return start.pixels <= middle ? 'before' : 'after'
        if (start.pageIndex !== index) return start.pageIndex < index ? 'before' : 'after'
        return !first || isFrom(document.getElementById(id)!, first.node) ? 'before' : 'within'
      }
    },
    /** Counts the whole pages, or screens, between the visible one and an element. */
    pagesBefore(id: string) {
      const start = startOf(id)
      if (!start) return 0
      if (!layout.isPaged) return Math.max(0, Math.ceil((start.pixels - scroll.offset()) / scroll.windowLength()) - 1)
      const position = positionOfPage(layout.pages, start.pageIndex)
      const first = layout.pages[position]!.first?.node
      const isAtTop = first !== undefined && isFrom(document.getElementById(id)!, first)
      return Math.max(0, position - pages.page() - (isAtTop ? 1 : 0))
    },
  }
}

/** Whether a node is in an element, or after it. */
function isFrom(element: Element, node: Node) {
  return element === node || (element.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}
