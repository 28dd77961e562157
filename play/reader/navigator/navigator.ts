import type { Locator } from '@estante/contract/locator.ts'
import type { Manifest } from '@estante/contract/manifest.ts'
import type { BookLook } from '../appearance/book-look.ts'
import { type BookMap, isFixed } from '../book-map.ts'
import { type ChapterMetadata, fetchDocument } from '../layout/chapter-document.ts'
import { createPageZoom } from '../pictures/page-zoom.ts'
import { text } from '../text.ts'
import { createChapterCache } from './chapter-cache.ts'
import { type ChapterFrame, loadChapter } from './chapter-frame.ts'
import { createChapterLooks } from './chapter-looks.ts'
import type { Mark } from './chapter-marks.ts'
import { createChapterNavigation, type NavigationListeners } from './chapter-navigation.ts'
import { createChapterSelection, type Selection } from './chapter-selection.ts'
import { createCurrentChapter } from './current-chapter.ts'
import { createFocusRing } from './focus-ring.ts'
import { tapIntent } from './gestures.ts'
import { followLink } from './links.ts'
import { createPageGestures, type GestureListeners } from './page-gestures.ts'
import { createPageMotion } from './page-motion.ts'
import { type Move, type Position, type PositionTarget, targetOf } from './position.ts'
import { createRelayout } from './relayout.ts'
import { leadTab } from './tab-order.ts'
import { createVisiblePage } from './visible-page.ts'

export interface NavigatorListeners extends NavigationListeners, GestureListeners {
  onPosition(position: Position, move: Move): void
  /** The selection settled; undefined when it was cleared. */
  onSelection(selection: Selection | undefined): void
  /** The zoom of fixed pages changed. */
  onZoom(): void
  marksOf(chapter: number): readonly Mark[]
}

export type Navigator = ReturnType<typeof createNavigator>

/** Shows a publication in `container`, a chapter at a time. Its neighbours are loaded ahead. */
export function createNavigator(
  container: HTMLElement,
  manifest: Manifest,
  map: BookMap,
  base: string,
  firstLook: BookLook,
  listeners: NavigatorListeners,
) {
  const closing = new AbortController()
  const { signal: closed } = closing
  const looks = createChapterLooks(manifest, map, firstLook)
  const chapters = createChapterCache(map.chapters.length, load)
  const motion = createPageMotion(container, isTurnedFromRight)
  const pageZoom = createPageZoom(container, {
    isMiddle: (x) => tapIntent(x, container.clientWidth) === 'toggle-tools',
    onTap: listeners.onToggleTools,
    onZoom() {
      visible.clearFlash()
      listeners.onZoom()
    },
  })
  const pages = { map, looks, motion, pageZoom }
  const visible = createCurrentChapter(container, {
    ...pages,
    onPosition: listeners.onPosition,
    onLaidOut: (chapter) => navigation.completeSpread(chapter),
  })
  const selection = createChapterSelection(visible, listeners.onSelection)
  const navigation = createChapterNavigation(manifest, chapters, visible, closed, listeners)
  const resolveLink = (from: string, target: string) => followLink(map, base, from, target)
  const { marksOf } = listeners
  const layOutAgain = createRelayout({ container, looks, chapters, visible, selection, closed, load, marksOf })
  const resizes = new ResizeObserver(layOutAgain)
  resizes.observe(container)
  const wakeScroller = () => visible.current()?.frame.wakeScroller()
  // This event, of sheets, does not bubble.
  container.ownerDocument.addEventListener('close', wakeScroller, { capture: true, signal: closed })
  const host = { ...pages, chapters, visible, selection, navigation, isTurnedFromRight, resolveLink }
  const gestures = createPageGestures(container, host, listeners)
  container.addEventListener('click', gestures.tapBeside, { signal: closed })
  const watchFocus = createFocusRing(container, closed, (event) => {
    visible.flushTurn()
    // A page that is still being turned is not at its place.
    motion.stop()
    for (const { chapter, frame } of visible.current()?.pages ?? []) {
      // The engine shows the element that gets the focus at once, and reports that it scrolled later.
      gestures.alignPage(chapter)
      leadTab(frame, event)
    }
  })

  async function load(chapter: number, before?: ChapterFrame): Promise<ChapterFrame> {
    const { href } = new URL(map.chapters[chapter]!.href, base)
    const lookOf = () => looks.of(chapter)
    let frame: ChapterFrame | undefined
    const onTextMoved = (hasLoaded: boolean) => {
      if (!frame || visible.frameOf(chapter) !== frame) return
      // A picture that fails late is requested again by the frame that replaces this one, which could go on for ever.
      if (hasLoaded && before) visible.layOutAgain()
      else layOutAgain()
    }
    frame = await loadChapter(container, href, metadataOf(manifest, map, chapter), lookOf(), onTextMoved, before)
    if (closed.aborted) {
      frame.remove()
      return frame
    }
    frame.setMarks(marksOf(chapter))
    await frame.layOutAhead(
      lookOf,
      map.marksIn(chapter).flatMap(({ id }) => id ?? []),
    )
    gestures.listen(chapter, frame)
    watchFocus(frame.document)
    return frame
  }

  /** The manifest may declare it for left-to-right text, as in comics; vertical chapters declare it by their style. */
  function isTurnedFromRight() {
    return isRightToLeft(manifest) || visible.current()?.frame.writing.isRightToLeft === true
  }

  return {
    ...createVisiblePage(visible),
    /** Reports a page turn at once instead of after drawing: the screen may be gone by then. */
    flushTurn: visible.flushTurn,
    /** Shows the member's position, or the start of the book, without counting as a move. */
    open: (locator: Locator | undefined) => navigation.goTo(targetOf(map, locator), 'none'),
    next: () => navigation.turn(1),
    previous: () => navigation.turn(-1),
    goTo: (target: PositionTarget, move?: Move) => navigation.goTo(target, move),
    /** Goes there as if the member had turned the page. */
    readOn: (target: PositionTarget) => navigation.goTo(target, 'turn'),
    follow: gestures.follow,
    isTurnedFromRight,
    /** Zooms a fixed-layout page, or pans a zoomed one, by key. Returns false for any other key. */
    zoom: pageZoom.key,
    select: selection.byKey,
    setLook(look: BookLook) {
      looks.set(look)
      layOutAgain()
    },
    /** Sets the base address from which chapters are loaded from now on. */
    setBase(nextBase: string) {
      base = nextBase
    },
    /** Returns the document of the visible chapter; fetches that of another one without showing it. */
    async readChapter(chapter: number): Promise<Document> {
      const { href, type = 'application/xhtml+xml' } = map.chapters[chapter]!
      return visible.frameOf(chapter)?.document ?? fetchDocument(new URL(href, base), type)
    },
    /** Draws the marks that `marksOf` returns now. */
    redrawMarks() {
      for (const [chapter, frame] of chapters.loaded) frame.setMarks(marksOf(chapter))
    },
    close() {
      closing.abort()
      motion.stop()
      visible.close()
      resizes.disconnect()
      // Chromium takes long to detach a frame: moved out of the screen, each is removed in a task of its own.
      for (const { frame } of chapters.loaded.values()) {
        frame.style.display = 'none'
        // Below the baseline: without `moveBefore` they go with the screen.
        container.ownerDocument.body.moveBefore?.(frame, null)
      }
      chapters.clear()
    },
  }
}

function isRightToLeft({ metadata }: Manifest) {
  return metadata.readingProgression === 'rtl'
}

function metadataOf(manifest: Manifest, map: BookMap, chapter: number): ChapterMetadata {
  return {
    title: map.titleOf(chapter) ?? text.chapterOf(chapter + 1, map),
    language: manifest.metadata.language[0],
    isRightToLeft: isRightToLeft(manifest),
    isFixed: isFixed(manifest, map.chapters[chapter]!),
  }
}
