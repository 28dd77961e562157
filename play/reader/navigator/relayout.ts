import type { ChapterCache } from './chapter-cache.ts'
import type { ChapterFrame } from './chapter-frame.ts'
import type { createChapterLooks } from './chapter-looks.ts'
import type { Mark } from './chapter-marks.ts'
import type { createChapterSelection } from './chapter-selection.ts'
import type { CurrentChapter } from './current-chapter.ts'

/** Laying out more letters than this at once blocks a slow phone for over a tenth of a second. */
const LONG_LETTERS = 40_000

interface RelayoutHost {
  container: HTMLElement
  looks: ReturnType<typeof createChapterLooks>
  chapters: ChapterCache<ChapterFrame>
  visible: CurrentChapter
  selection: ReturnType<typeof createChapterSelection>
  closed: AbortSignal
  /** Loads a chapter in a frame that is to replace `before`. */
  load(chapter: number, before: ChapterFrame): Promise<ChapterFrame>
  marksOf(chapter: number): readonly Mark[]
}

/** Returns a function that lays the visible chapter out again: a long one in steps, in a frame that replaces it. */
export function createRelayout({
  container,
  looks,
  chapters,
  visible,
  selection,
  closed,
  load,
  marksOf,
}: RelayoutHost) {
  let beingReplaced: ChapterFrame | undefined

  return function layOutAgain() {
    const { chapter, frame } = visible.current() ?? {}
    const isLong = container.clientWidth > 0 && frame && lettersOf(frame) > LONG_LETTERS
    if (isLong && (beingReplaced === frame || !frame.isLaidOut(looks.of(chapter!)))) {
      frame.hold()
      void replaceLong(chapter!, frame)
    }
    visible.layOutAgain()
  }

  /** Loads a chapter again, lays it out in steps, and then shows it in place of `before`, which stays in sight. */
  async function replaceLong(chapter: number, before: ChapterFrame) {
    if (beingReplaced === before) return
    beingReplaced = before
    try {
      const after = await loadLaidOut(chapter, before)
      if (closed.aborted) return after.remove()
      after.setMarks(marksOf(chapter))
      const carrySelection = selection.carry(chapter, before)
      if (!chapters.replace(chapter, before, after) || visible.current()?.frame !== before) return
      visible.layOutAgain(after)
      carrySelection(after)
    } catch {
      // The device is offline, the chapter's address has expired, or the view was hidden.
      before.release()
      visible.layOutAgain()
    } finally {
      if (beingReplaced === before) beingReplaced = undefined
    }
  }

  /** Loads a chapter again until it is laid out as the member wants it, and no tap or selection is under way. */
  async function loadLaidOut(chapter: number, before: ChapterFrame): Promise<ChapterFrame> {
    for (;;) {
      const after = await load(chapter, before)
      await selection.settled()
      if (closed.aborted || (after.isLaidOut(looks.of(chapter)) && !after.copyFolds(before))) return after
      after.remove()
      if (container.clientWidth === 0 || container.clientHeight === 0) throw new Error('The view was hidden meanwhile')
    }
  }
}

/** A chapter that was opened in a hidden view has not been laid out. */
function lettersOf({ text, document }: ChapterFrame) {
  return text()?.letters ?? document.documentElement.textContent.length
}
