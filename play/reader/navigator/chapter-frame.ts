import { type ChapterMetadata, loadDocument } from '../layout/chapter-document.ts'
import type { ChapterLook } from '../layout/chapter-layout.ts'
import { createChapterPages } from '../layout/chapter-pages.ts'
import { createLayoutEngine } from '../layout/layout-engine.ts'
import { runInTasks, runNow, type Steps } from '../layout/steps.ts'
import { createChapterMarks, type Mark } from './chapter-marks.ts'
import { createChapterPosition } from './chapter-position.ts'
import { createVisibleLetters } from './visible-letters.ts'

export type ChapterFrame = Awaited<ReturnType<typeof loadChapter>>

/** A page is shown without a typeface that takes longer. */
const TYPEFACE_WAIT_MS = 120
/** The same for a frame that replaces a visible one. */
const PATIENT_TYPEFACE_WAIT_MS = 3000

/**
 * Loads a chapter, to be laid out as pages or a scroll. `onTextMoved` requests a new layout. `before`: the frame that it
 * is to replace. Throws `ChapterError`.
 */
export async function loadChapter(
  container: HTMLElement,
  address: string,
  metadata: ChapterMetadata,
  look: ChapterLook,
  onTextMoved: (hasLoaded: boolean) => void,
  before?: { document: Document },
) {
  const { frame, document } = await loadDocument(container, address, metadata)
  const engine = createLayoutEngine(container, frame, document, metadata.isFixed, look, onTextMoved, () =>
    marks.follow(),
  )
  const { layout, fixedPage, toContainer } = engine
  const { visiblePage, ...pages } = createChapterPages(layout)
  const { visibleLetters, ...visible } = createVisibleLetters(layout, { visiblePage })
  const { findAhead, ...position } = createChapterPosition(layout, { visiblePage, ...pages })
  const marks = createChapterMarks(frame, document, layout, visibleLetters)
  const adding = engine.addTypeface()
  // Until it is laid out as pages (`layout-engine.ts`): drawing it as the book's own style has it would be wasted.
  frame.style.setProperty('content-visibility', 'hidden')
  if (before) copyFolds(before.document, document)
  const waitMs = before ? PATIENT_TYPEFACE_WAIT_MS : TYPEFACE_WAIT_MS
  await Promise.race([adding, new Promise((resolve) => setTimeout(resolve, waitMs))])

  function* layOutAndFind(lookOf: () => ChapterLook, ids: readonly string[]): Steps<void> {
    if (yield* engine.layOut(lookOf)) marks.draw(layout.text, layout.look.palette)
    yield* findAhead(ids)
  }

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
    ...visible,
    ...position,
    isLaidOut: engine.isLaidOut,
    layOut(look: ChapterLook) {
      if (runNow(engine.layOut(() => look))) marks.draw(layout.text, look.palette)
    },
    /** Lays the chapter out ahead of its display, and finds the elements with `ids`, without blocking the page. */
    layOutAhead: (lookOf: () => ChapterLook, ids: readonly string[]) => runInTasks(layOutAndFind(lookOf, ids)),
    /** Keeps the present layout until it is released, scaled down so that its lines fit a narrower container. */
    hold() {
      engine.hold()
      marks.follow()
    },
    release() {
      engine.release()
      marks.follow()
    },
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
    /** Opens and closes each `details` as in the frame that this one is to replace. Returns whether any was different. */
    copyFolds: (from: { document: Document }) => copyFolds(from.document, document),
    remove() {
      marks.remove()
      frame.remove()
    },
  }
}

/**
 * Opens and closes each `details` of a document as it is in another of the same chapter. Returns whether any was
 * different.
 */
function copyFolds(from: Document, to: Document): boolean {
  const folds = from.querySelectorAll('details')
  let isDifferent = false
  for (const [index, fold] of to.querySelectorAll('details').entries()) {
    const isOpen = folds[index]?.open ?? false
    isDifferent ||= fold.open !== isOpen
    // Set each, not only those that differ: opening one closes the others of its `name`.
    fold.open = isOpen
  }
  return isDifferent
}
