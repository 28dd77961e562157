import type { Locator } from '@estante/contract/locator.ts'
import type { Manifest } from '@estante/contract/manifest.ts'
import type { BookLook } from './book-look.ts'
import { type BookMap, isFixed } from './book-map.ts'
import { createChapterCache } from './chapter-cache.ts'
import { fetchDocument } from './chapter-document.ts'
import { type ChapterFrame, loadChapter } from './chapter-frame.ts'
import { createChapterLooks } from './chapter-looks.ts'
import type { Mark } from './chapter-marks.ts'
import { createChapterSelection, type Selection } from './chapter-selection.ts'
import { createCurrentChapter, showAt } from './current-chapter.ts'
import { frameDrawn } from './frame-drawn.ts'
import { linkTarget, listenToFrame } from './frame-gestures.ts'
import { type Intent, inReadingOrder, isRibbonCorner, tapIntent } from './gestures.ts'
import { followLink, type LinkDestination } from './links.ts'
import { createPageMotion } from './page-motion.ts'
import { createPageZoom } from './pictures/page-zoom.ts'
import { describePicture, type Picture } from './pictures/picture.ts'
import { type Move, type Position, type Target, targetOf } from './position.ts'
import { pairPages } from './spreads.ts'
import { text } from './text.ts'

interface NavigatorListeners {
  onPosition(position: Position, move: Move): void
  /** A link was tapped. It is not followed unless the listener calls `goTo`. */
  onLink(destination: LinkDestination, link: Element): void
  onToggleTools(): void
  /** The member turned the page by a gesture or a key. */
  onTurn(): void
  /** The selection settled; undefined when it was cleared. */
  onSelection(selection: Selection | undefined): void
  /** A mark was tapped; undefined for a tap outside marks. Returns true to stop the tap from doing anything else. */
  onMark(id: string | undefined): boolean
  /** The corner of the bookmark's ribbon was tapped, outside any mark or link. */
  onRibbon(): void
  /** A point of a chapter was tapped, outside any mark. Returns true to stop the tap from turning the page. */
  onTap(chapter: number, x: number, y: number): boolean
  /** A picture of the visible chapter, or a table too wide for its page, was tapped. */
  onPicture(picture: Picture): void
  /** A key was pressed over the page. Returns true to stop it from turning the page. */
  onKey(event: KeyboardEvent): boolean
  marksOf(chapter: number): readonly Mark[]
  /** The member turned past the last page. */
  onBookEnd(): void
  /** A chapter started or finished loading. */
  onBusy(isBusy: boolean): void
  /** A chapter could not be shown. The one before stays on screen. */
  onProblem(problem: unknown, tryAgain: () => Promise<void>): void
}

export type Navigator = ReturnType<typeof createNavigator>

/** Shows a publication in `container`, a chapter at a time. Its neighbours are loaded ahead. */
export function createNavigator(
  container: HTMLElement,
  manifest: Manifest,
  map: BookMap,
  firstBase: string,
  firstLook: BookLook,
  listeners: NavigatorListeners,
) {
  const { readingProgression, language } = manifest.metadata
  const isRightToLeft = readingProgression === 'rtl'
  const looks = createChapterLooks(manifest, map, firstLook)
  const frames = createChapterCache(map.chapters.length, load)
  const motion = createPageMotion(container, () => isTurnedFromRight())
  const pageZoom = createPageZoom(container, {
    isMiddle: (x) => tapIntent(x, container.clientWidth) === 'toggle-tools',
    onTap: listeners.onToggleTools,
  })
  const facingOf = pairPages(manifest)
  const visible = createCurrentChapter(container, {
    map,
    looks,
    motion,
    pageZoom,
    onPosition: listeners.onPosition,
    onLaidOut(chapter) {
      const needsFacing = facingOf(chapter) && visible.isWide() && !visible.current()?.facing
      if (needsFacing && !isBusy) void goTo({ chapter, at: 'start' }, 'none')
    },
  })
  const selection = createChapterSelection(visible, listeners.onSelection)
  let base = firstBase
  let isBusy = false
  let isClosed = false
  /** Counts calls of `goTo`, so that one still loading yields to a later one. */
  let navigations = 0

  async function load(chapter: number): Promise<ChapterFrame> {
    const link = map.chapters[chapter]!
    const frame = await loadChapter(
      container,
      new URL(link.href, base).href,
      {
        title: map.titleOf(chapter) ?? text.chapterOf(chapter + 1, map.chapters.length),
        language: language[0],
        isRightToLeft,
        isFixed: isFixed(manifest, link),
      },
      looks.of(chapter),
      () => visible.frameOf(chapter) && visible.layOutAgain(),
    )
    if (isClosed) {
      frame.remove()
      return frame
    }
    frame.setMarks(listeners.marksOf(chapter))
    await frame.layOutAhead(looks.of(chapter))
    listen(chapter, frame)
    return frame
  }

  function listen(chapter: number, frame: ChapterFrame) {
    listenToFrame(frame.document, () => container.clientWidth, {
      onIntent: follow,
      onDrag(pixels) {
        const current = visible.current()
        if (current?.frame === frame && !current.isSpread && !isBusy) drag(chapter, frame, pixels)
      },
      onRelease: motion.release,
      onLink(link) {
        const target = linkTarget(link) ?? ''
        listeners.onLink(followLink(map, base, frame.document.URL, target), link)
      },
      onTap(x, y) {
        if (listeners.onMark(frame.markAt(x, y)?.id)) return true
        if (!isRibbonCorner(frame.toContainer(x, y), container.clientWidth)) return listeners.onTap(chapter, x, y)
        listeners.onRibbon()
        return true
      },
      onPicture: (picture) => listeners.onPicture(describePicture(picture)),
      toContainer: frame.toContainer,
      onKey: (event) => pageZoom.key(event) || selection.byKey(event) || listeners.onKey(event),
      isPaged: () => frame.isFixed || looks.isPaged(chapter),
      edge() {
        if (frame.isAtEnd()) return frame.isAtStart() ? 'both' : 'end'
        return frame.isAtStart() ? 'start' : undefined
      },
    })
    if (frame.isFixed) pageZoom.listen(frame)
    selection.listen(chapter, frame)
    frame.document.addEventListener('scroll', () => onScroll(chapter), { passive: true })
  }

  async function goTo(target: Target, move: Move = 'jump'): Promise<void> {
    const navigation = ++navigations
    visible.flushTurn()
    visible.clearFlash()
    setBusy(true)
    try {
      const [frame, facing] = await Promise.all([frames.get(target.chapter), loadFacing(target.chapter)])
      if (isClosed || navigation !== navigations) return
      visible.show(target, frame, move, facing)
      void frameDrawn().then(() => {
        const range = visible.range()
        if (range) void frames.prefetchAround(...range)
      })
    } catch (problem) {
      if (!isClosed && navigation === navigations) listeners.onProblem(problem, () => goTo(target, move))
    } finally {
      if (navigation === navigations) setBusy(false)
    }
  }

  /** Loads the page that faces another, where both may be visible. Without it, the other is shown alone. */
  async function loadFacing(chapter: number) {
    const facing = facingOf(chapter)
    if (!facing || !visible.isWide()) return undefined
    const frame = await frames.get(facing.chapter).catch(() => undefined)
    return frame && { ...facing, frame }
  }

  function setBusy(busy: boolean) {
    isBusy = busy
    listeners.onBusy(busy)
  }

  function onScroll(chapter: number) {
    const frame = visible.frameOf(chapter)
    if (isBusy || !frame?.wasMovedByHand()) return
    if (frame.snap() || !looks.isPaged(chapter)) visible.advance()
  }

  async function turn(by: 1 | -1) {
    const current = visible.current()
    if (isBusy || !current) return
    const turned = visible.turn(by)
    if (turned) return turned
    const [first, last] = visible.range()!
    const chapter = by > 0 ? last + 1 : first - 1
    if (map.chapters[chapter]) await goTo({ chapter, at: by > 0 ? 'start' : 'end' }, 'turn')
    else if (by > 0) listeners.onBookEnd()
  }

  /** The manifest may declare it for left-to-right text, as in comics; vertical chapters declare it by their style. */
  function isTurnedFromRight() {
    return isRightToLeft || visible.current()?.frame.writing.isRightToLeft === true
  }

  /** Follows a finger that moved this many pixels to the right. */
  function drag(chapter: number, frame: ChapterFrame, pixels: number) {
    visible.clearFlash()
    const onwards = isTurnedFromRight() ? pixels : -pixels
    const by = onwards > 0 ? 1 : -1
    const beside = frame.canTurn(by) ? frame : frames.loaded.get(chapter + by)
    if (beside && beside !== frame) {
      beside.layOut(looks.of(chapter + by))
      showAt(beside, by > 0 ? 'start' : 'end')
    }
    motion.drag(frame, beside, onwards)
  }

  function follow(intent: Intent) {
    const current = visible.current()
    const move = inReadingOrder(intent, isTurnedFromRight())
    if (move === 'toggle-tools') return listeners.onToggleTools()
    listeners.onTurn()
    if (move === 'forward') void turn(1)
    else if (move === 'back') void turn(-1)
    else if (current) void goTo({ chapter: current.chapter, at: move === 'chapter-start' ? 'start' : 'end' })
  }

  return {
    ...visible.page,
    /** Shows the member's position, or the start of the book, without counting as a move. */
    open: (locator: Locator | undefined) => goTo(targetOf(map, locator), 'none'),
    next: () => turn(1),
    previous: () => turn(-1),
    goTo: (target: Target) => goTo(target),
    /** Goes there as if the member had turned the page. */
    readOn: (target: Target) => goTo(target, 'turn'),
    /** Performs the move of a key or gesture. */
    follow,
    /** Zooms a fixed-layout page, or pans a zoomed one, by key. Returns false for any other key. */
    zoom: pageZoom.key,
    select: selection.byKey,
    setLook(look: BookLook) {
      looks.set(look)
      visible.layOutAgain()
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
      for (const [chapter, frame] of frames.loaded) frame.setMarks(listeners.marksOf(chapter))
    },
    close() {
      isClosed = true
      motion.stop()
      visible.close()
      frames.clear()
    },
  }
}
