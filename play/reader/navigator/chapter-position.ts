import { createChapterElements } from '../layout/chapter-elements.ts'
import type { ChapterLayout } from '../layout/chapter-layout.ts'
import type { ChapterPages } from '../layout/chapter-pages.ts'
import { trimRange } from '../layout/chapter-text.ts'

/** Finds letters and elements of a chapter, and shows those at a letter, id or progression. */
export function createChapterPosition(layout: ChapterLayout, pages: ChapterPages) {
  const { document, scroll } = layout
  const elements = createChapterElements(layout, pages)

  function boxOfLetter(letter: number) {
    return layout.text?.boxAt(Math.min(layout.text.letters - 1, letter))
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
    showId: (id: string) => reveal(elements.boxOf(id)),
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
    findAhead: elements.findAhead,
    positionOnPage: elements.positionOnPage,
    pagesBefore: elements.pagesBefore,
  }
}
