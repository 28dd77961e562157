import type { ChapterFrame } from './chapter-frame.ts'
import type { CurrentChapter } from './current-chapter.ts'
import { selectByKey } from './key-selection.ts'
import { type Passage, passageOf } from './passage.ts'
import { selectedRange, watchSelection } from './selection.ts'

/** A passage that the member selected: `isTouch` with a finger, `isByKey` with the keyboard. */
export interface Selection extends Passage {
  isTouch: boolean
  isByKey: boolean
}

/** Reports the selection in the visible chapters, once it settles; undefined when it was cleared. */
export function createChapterSelection(
  visible: Pick<CurrentChapter, 'current' | 'frameOf'>,
  onSelection: (selection: Selection | undefined) => void,
) {
  /** Whether the keyboard made the present selection. */
  let isByKey = false
  /** The frame of the latest selection: each page of a spread has its own, and only the latest stays. */
  let selected: ChapterFrame | undefined

  function report(chapter: number, frame: ChapterFrame, range: Range, isTouch: boolean) {
    const letters = frame.lettersOf(range)
    if (visible.frameOf(chapter) !== frame || !letters) return
    const before = selected
    selected = frame
    if (before !== frame) before?.document.getSelection()?.removeAllRanges()
    onSelection({ ...passageOf(chapter, frame, letters.start, letters.end), isTouch, isByKey })
  }

  return {
    listen(chapter: number, frame: ChapterFrame) {
      watchSelection(frame.document, {
        onSettled: (range, isTouch) => report(chapter, frame, range, isTouch),
        onGone: () => selected === frame && visible.frameOf(chapter) === frame && onSelection(undefined),
      })
      frame.document.addEventListener('pointerdown', () => (isByKey = false))
    },
    /**
     * Selects text by key. Returns whether the key did so. Reports the selection at once: the next key may choose its
     * colour.
     */
    byKey(key: KeyboardEvent): boolean {
      const page = selectByKey(visible.current()?.pages ?? [], key)
      if (!page) return false
      isByKey = true
      const range = selectedRange(page.frame.document)
      if (range) report(page.chapter, page.frame, range, false)
      return true
    },
  }
}
