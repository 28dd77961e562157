import { isText } from '../layout/segments.ts'
import type { ChapterFrame } from './chapter-frame.ts'
import type { Mark } from './chapter-marks.ts'
import type { CurrentChapter } from './current-chapter.ts'
import { bookmarkPassage } from './passage.ts'
import type { PositionTarget } from './position.ts'
import { focusElement, limitTabToPage } from './tab-order.ts'

export function createVisiblePage({ current, frameOf }: CurrentChapter) {
  return {
    currentDocument: () => current()?.frame.document,
    /** The letters of the chapter on show; undefined for a page of fixed layout without words. */
    currentText: () => current()?.frame.text(),
    /** The letters of an element, if it is in the chapter on show. */
    lettersOf: (chapter: number, id: string) => frameOf(chapter)?.lettersOfId(id),
    /** The boxes, within the container, of the visible part of a range of letters. */
    boxesOf: (chapter: number, start: number, end: number) => frameOf(chapter)?.boxesOf(start, end) ?? [],
    /** The ranges of letters of a chapter with one of them on the visible page. */
    onPage: <Letters extends Pick<Mark, 'start' | 'end'>>(chapter: number, ranges: readonly Letters[]) =>
      frameOf(chapter)?.onPage(ranges) ?? [],
    /** The lines of the visible text, measured when they are read. Vertical lines are measured along x. */
    visibleLines: () => ({
      get lines() {
        return current()?.frame.visibleLines() ?? []
      },
      isVertical: current()?.frame.writing.isVertical ?? false,
      columns: current()?.frame.columns() ?? 1,
    }),
    /** The passage that a bookmark of the visible page stores. */
    pageStart() {
      const { chapter, frame } = current() ?? {}
      return frame && bookmarkPassage(chapter!, frame)
    },
    isVisible: (chapter: number, letter: number) => frameOf(chapter)?.isVisible(letter) ?? false,
    /**
     * Focuses the visible chapter, and in it the element that a jump led to, or else the first of the page: Tab and
     * screen readers go on from there.
     */
    focus(at?: PositionTarget['at']) {
      const { frame } = current() ?? {}
      frame?.frame.focus({ preventScroll: true })
      const element = frame && elementAt(frame, at)
      if (!frame || !element) return
      limitTabToPage(frame)
      focusElement(element)
    },
    clearSelection() {
      for (const { frame } of current()?.pages ?? []) frame.document.getSelection()?.removeAllRanges()
    },
  }
}

/** Returns the element with an id, or the innermost around a letter. */
function elementAt(frame: ChapterFrame, at: PositionTarget['at'] = { progression: frame.progression() }) {
  if (typeof at === 'string') return undefined
  if ('id' in at) return frame.document.getElementById(at.id)
  const letter = 'letter' in at ? at.letter : Math.round(at.progression * frame.letters())
  const node = frame.letters() > 0 ? frame.text()?.rangeOf(letter, letter).startContainer : undefined
  return node && isText(node) ? node.parentElement : (node as HTMLElement | undefined)
}
