import { type ChapterMetadata, loadDocument } from '../layout/chapter-document.ts'
import type { ChapterLook } from '../layout/chapter-layout.ts'
import { createChapterPages } from '../layout/chapter-pages.ts'
import { createLayoutEngine } from '../layout/layout-engine.ts'
import { runInTasks, runNow } from '../layout/steps.ts'
import { createChapterMarks, type Mark } from './chapter-marks.ts'
import { createChapterPosition } from './chapter-position.ts'

export type ChapterFrame = Awaited<ReturnType<typeof loadChapter>>

/** A page is shown without a typeface that takes longer. */
const TYPEFACE_WAIT_MS = 120

/** Loads a chapter, to be laid out as pages or a scroll. `onTextMoved` requests a new layout. Throws `ChapterError`. */
export async function loadChapter(
  container: HTMLElement,
  address: string,
  metadata: ChapterMetadata,
  look: ChapterLook,
  onTextMoved: () => void,
) {
  const { frame, document } = await loadDocument(container, address, metadata)
  const engine = createLayoutEngine(container, frame, document, metadata.isFixed, look, onTextMoved, () =>
    marks.follow(),
  )
  const { layout, fixedPage } = engine
  const { visiblePage, ...pages } = createChapterPages(layout)
  const { visibleLetters, ...position } = createChapterPosition(layout, { visiblePage, ...pages })
  const marks = createChapterMarks(frame, document, layout, visibleLetters)
  const toContainer = (x: number, y: number) => (layout.isFixed ? fixedPage.toContainer(x, y) : { x, y })
  const adding = engine.addTypeface()
  // Until it is laid out as pages (`layout-engine.ts`): drawing it as the book's own style has it would be wasted.
  frame.style.setProperty('content-visibility', 'hidden')
  await Promise.race([adding, new Promise((resolve) => setTimeout(resolve, TYPEFACE_WAIT_MS))])

  function boxInContainer({ left, top, right, bottom }: DOMRect) {
    const start = toContainer(left, top)
    const end = toContainer(right, bottom)
    return new DOMRect(start.x, start.y, end.x - start.x, end.y - start.y)
  }

  return {
    frame,
    document,
    writing: layout.writing,
    isFixed: layout.isFixed,
    isPaged: () => layout.isPaged,
    columns: () => layout.columns,
    fixedPage,
    /** Where a point of the document is in the container. */
    toContainer,
    ...pages,
    ...position,
    layOut(next: ChapterLook) {
      if (runNow(engine.layOut(next))) marks.draw(layout.text, next.palette)
    },
    /** Lays the chapter out ahead of its display, without blocking the page. */
    async layOutAhead(next: ChapterLook) {
      if (await runInTasks(engine.layOut(next))) marks.draw(layout.text, next.palette)
    },
    /** Replaces the marks. */
    setMarks(next: readonly Mark[]) {
      marks.set(next)
      if (layout.text) marks.draw(layout.text, layout.look.palette)
    },
    markAt: marks.at,
    /** The boxes, in the container, of a range of letters that are on the screen. */
    boxesOf: (start: number, end: number) => marks.boxesOf({ start, end }).map(boxInContainer),
    /** The boxes, in the container, of `count` letters from a progression on. */
    boxesFrom: (progression: number, count: number) => position.boxesFrom(progression, count).map(boxInContainer),
    /** Shifts the page sideways from its place. */
    moveBeside(pixels: number) {
      frame.style.translate = pixels === 0 ? '' : `${pixels}px`
      marks.follow()
    },
    setCurrent(isCurrent: boolean) {
      frame.inert = !isCurrent
      frame.toggleAttribute('data-current', isCurrent)
      if (!isCurrent) document.getSelection()?.removeAllRanges()
    },
    /** After a modal sheet, Chromium loses the first stroke over a scrolling frame, unless its size has changed. */
    wakeScroller() {
      if (layout.isPaged) return
      const { height } = layout.scroll.flow()
      frame.style.height = `${height - 1}px`
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          frame.style.height = `${height}px`
        }),
      )
    },
    remove() {
      marks.remove()
      frame.remove()
    },
  }
}
