import type { ChapterLayout } from '../layout/chapter-layout.ts'
import type { ChapterPages } from '../layout/chapter-pages.ts'
import { trimRange } from '../layout/chapter-text.ts'
import { positionOfPage } from '../layout/pagination.ts'
import { firstIndex } from '../layout/segments.ts'
import { mapInSteps } from '../layout/steps.ts'

/** `before`: at the top of the page or on an earlier one. `within`: below the top. `after`: on a later page. */
export type PositionOnPage = 'before' | 'within' | 'after'

/** Finds letters and elements of a chapter, and shows those at a letter, id or progression. */
export function createChapterPosition(layout: ChapterLayout, pages: ChapterPages) {
  const { document, scroll } = layout

  function boxOfLetter(letter: number) {
    return layout.text?.boxAt(Math.min(layout.text.letters - 1, letter))
  }

  /** Measures the box of the first text in an element, or after an empty one. */
  function boxOfId(id: string) {
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
      const box = boxOfId(id)
      idStarts.set(id, box && { pixels: scroll.startOf(box), pageIndex: scroll.pageIndexOf(box) })
    }
    return idStarts.get(id)
  }

  /** Returns the letters of a DOM range without the white space around them. Undefined when it holds nothing else. */
  function lettersOf(range: Range) {
    const { text } = layout
    if (!text) return undefined
    const start = text.letterAt(range.startContainer, range.startOffset)
    const end = text.letterAt(range.endContainer, range.endOffset)
    return trimRange(text.lettersOf(start, end), start)
  }

  /** Shows a box. Returns false when there is none. */
  function reveal(box: DOMRect | undefined) {
    if (box) pages.reveal(box)
    return box !== undefined
  }

  return {
    text: () => layout.text,
    letters: () => layout.text?.letters ?? 0,
    showProgression(progression: number) {
      if (progression <= 0 && !layout.isPaged) scroll.to(0)
      else reveal(boxOfLetter(Math.round(progression * (layout.text?.letters ?? 0))))
    },
    showLetter: (letter: number) => reveal(boxOfLetter(letter)),
    /** Returns false when the chapter has no such id. */
    showId: (id: string) => reveal(boxOfId(id)),
    /** The client rectangles of `count` letters from a progression on. */
    boxesFrom: (progression: number, count: number) =>
      layout.text?.boxesFrom(Math.round(progression * layout.text.letters), count) ?? [],
    lettersOf,
    /** The first letter in an element, or after an empty one. */
    letterOfId(id: string) {
      const element = document.getElementById(id)
      return element ? layout.text?.letterAt(element, 0) : undefined
    },
    lettersOfId(id: string) {
      const element = document.getElementById(id)
      if (!element) return undefined
      const range = document.createRange()
      range.selectNodeContents(element)
      return lettersOf(range)
    },
    textOf: (start: number, end: number) => layout.text?.textOf(Math.max(0, start), end) ?? '',
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
