import type { ChapterFrame } from './chapter-frame.ts'
import type { CurrentChapter } from './current-chapter.ts'
import { selectByKey } from './key-selection.ts'
import { type Passage, passageOf } from './passage.ts'
import { watchSelection } from './selection.ts'

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

  function report(chapter: number, frame: ChapterFrame, range: Range, isTouch: boolean) {
    const letters = frame.lettersOf(range)
    if (visible.frameOf(chapter) !== frame || !letters) return
    onSelection({ ...passageOf(chapter, frame, letters.start, letters.end), isTouch, isByKey })
  }

  return {
    listen(chapter: number, frame: ChapterFrame) {
      watchSelection(frame.document, {
        onSettled: (range, isTouch) => report(chapter, frame, range, isTouch),
        onGone: () => visible.frameOf(chapter) === frame && onSelection(undefined),
      })
      frame.document.addEventListener('pointerdown', () => (isByKey = false))
    },
    /**
     * Selects text by key. Returns whether the key did so. Reports the selection at once: the next key may choose its
     * colour.
     */
    byKey(key: KeyboardEvent): boolean {
      const { chapter, frame } = visible.current() ?? {}
      if (chapter === undefined || !frame || !selectByKey(frame, key)) return false
      isByKey = true
      const selection = frame.document.getSelection()
      if (selection?.isCollapsed === false) report(chapter, frame, selection.getRangeAt(0), false)
      return true
    },
  }
}
