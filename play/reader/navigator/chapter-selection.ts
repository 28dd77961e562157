import type { ChapterFrame } from './chapter-frame.ts'
import type { CurrentChapter } from './current-chapter.ts'
import { selectByKey, selectedIn, selectLetters } from './key-selection.ts'
import { type Passage, passageOf } from './passage.ts'
import { type PagePointer, selectedRange, watchSelection } from './selection.ts'

/** A tap, or a step of a selection, takes less than this. */
const ACTED_MS = 500

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
  const pointer: PagePointer = { isPressed: false, isTouch: false, actedAt: Number.NEGATIVE_INFINITY }
  /** The frame of the latest selection: each page of a spread has its own, and only the latest stays. */
  let selected: ChapterFrame | undefined

  function report(chapter: number, frame: ChapterFrame, range: Range) {
    const letters = frame.lettersOf(range)
    if (visible.frameOf(chapter) !== frame || !letters) return
    const before = selected
    selected = frame
    if (before !== frame) before?.document.getSelection()?.removeAllRanges()
    onSelection({
      ...passageOf(chapter, frame, letters.start, letters.end),
      isTouch: pointer.isTouch && !isByKey,
      isByKey,
    })
  }

  return {
    listen(chapter: number, frame: ChapterFrame) {
      watchSelection(frame.document, pointer, {
        onSettled: (range) => report(chapter, frame, range),
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
      if (range) report(page.chapter, page.frame, range)
      return true
    },
    /** Resolves once no tap is under way, and no selection is being made. */
    async settled() {
      for (;;) {
        const restMs = pointer.actedAt + ACTED_MS - performance.now()
        if (restMs <= 0) return
        await new Promise((resolve) => setTimeout(resolve, restMs))
      }
    },
    /** Returns a function that selects the same letters in the frame that replaces `before`. */
    carry(chapter: number, before: ChapterFrame) {
      const letters = selectedIn(before)
      return (after: ChapterFrame) => {
        if (!letters) return
        selectLetters(after, letters)
        report(chapter, after, selectedRange(after.document)!)
      }
    },
  }
}
