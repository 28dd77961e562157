import type { Locator } from '@estante/contract/locator.ts'
import type { Manifest } from '@estante/contract/manifest.ts'
import type { BookLook } from './book-look.ts'
import { type BookMap, flowOf, isFixed, placeOf } from './book-map.ts'
import { createChapterCache } from './chapter-cache.ts'
import { fetchDocument } from './chapter-document.ts'
import { type ChapterFrame, loadChapter } from './chapter-frame.ts'
import type { ChapterLook } from './chapter-layout.ts'
import type { Mark } from './chapter-marks.ts'
import { createFlash } from './flash.ts'
import { frameDrawn } from './frame-drawn.ts'
import { linkTarget, listenToFrame } from './frame-gestures.ts'
import { type Intent, inReadingOrder, tapIntent } from './gestures.ts'
import { followLink, type LinkDestination } from './links.ts'
import { createPageMotion } from './page-motion.ts'
import { bookmarkPassage, type Passage, passageOf } from './passage.ts'
import { createPageZoom } from './pictures/page-zoom.ts'
import { describePicture, type Picture } from './pictures/picture.ts'
import { type Position, positionOf } from './position.ts'
import type { Line } from './ruler/lines.ts'
import { watchSelection } from './selection.ts'
import { text } from './text.ts'

/** `none`: the position is shown, as when the book opens or is laid out again. `turn`: the member reads on. `jump`: to somewhere else. */
export type Move = 'none' | 'turn' | 'jump'

export interface NavigatorListeners {
  onPosition(position: Position, move: Move): void
  /** A link was tapped. Nothing follows it but the listener, with `goTo`. */
  onLink(destination: LinkDestination, link: Element): void
  onToggleTools(): void
  /** The member turned the page by a gesture or a key. */
  onTurn(): void
  /** Text was selected; undefined when nothing is any more. */
  onSelection(selection: Selection | undefined): void
  /** A mark was tapped, or none where the tap was. Returns true to stop the tap from doing anything else. */
  onMark(id: string | undefined): boolean
  /** A point of a chapter was tapped, outside any mark. Returns true to stop the tap from turning the page. */
  onTap(chapter: number, x: number, y: number): boolean
  /** A picture of the chapter on show, or a table too wide for its page, is to be opened. */
  onPicture(picture: Picture): void
  /** A key was pressed over the page. Returns true to stop it from turning the page. */
  onKey(event: KeyboardEvent): boolean
  marksOf(chapter: number): readonly Mark[]
  /** The member turned past the last page. */
  onBookEnd(): void
  /** A chapter has begun to load, or is there. */
  onBusy(isBusy: boolean): void
  /** A chapter could not be shown. The one before stays on screen. */
  onProblem(problem: unknown, tryAgain: () => Promise<void>): void
}

/** Where to go within a chapter. */
export interface Target {
  chapter: number
  /** `letters`: highlight so many from there on for a moment. */
  at: { progression: number; letters?: number } | { letter: number } | { id: string } | 'start' | 'end'
}

/** The target for a stored locator; the start of the book without one. */
export function targetOf(map: BookMap, kept: Locator | undefined): Target {
  const { chapter, progression } = placeOf(map, kept)
  return { chapter, at: { progression } }
}

/** A passage that the member selected: `isTouch` with a finger. */
export interface Selection extends Passage {
  isTouch: boolean
}

export interface Navigator {
  /** Shows the member's position, or the start of the book. It is no move. */
  open(locator: Locator | undefined): Promise<void>
  next(): Promise<void>
  previous(): Promise<void>
  goTo(target: Target): Promise<void>
  /** Goes there as if the member had turned the page. */
  readOn(target: Target): Promise<void>
  /** The letters of an element of the chapter on show. */
  lettersOf(chapter: number, id: string): { start: number; end: number } | undefined
  /** Moves as a key or a gesture asks. */
  follow(intent: Intent): void
  /** Enlarges a page of fixed layout, or moves one that is enlarged, as a key asks. Returns false when the key asks for something else. */
  zoom(key: KeyboardEvent): boolean
  setLook(look: BookLook): void
  /** Loads chapters from now on from a new address of the manifest's folder. */
  setBase(base: string): void
  /** The document of the chapter on show, or of another: fetched, and not shown. */
  readChapter(chapter: number): Promise<Document>
  currentDocument(): Document | undefined
  /** Reports a page that was just turned at once, and not when it has been drawn: the screen may be gone by then. */
  flushTurn(): void
  /** Draws the marks that `marksOf` returns now. */
  redrawMarks(): void
  /** The boxes, within the container, of a range of letters that is on show. */
  boxesOf(chapter: number, start: number, end: number): DOMRect[]
  /** The boxes of the text on show. Lines are along x when they are vertical. */
  linesOnShow(): { lines: Line[]; isVertical: boolean; columns: number }
  /** The passage that a bookmark of the page on show stores. */
  pageStart(): Passage | undefined
  isOnShow(chapter: number, letter: number): boolean
  clearSelection(): void
  close(): void
}

/** Shows a publication in `container`, a chapter at a time. Its neighbours are loaded ahead. */
export function createNavigator(
  container: HTMLElement,
  manifest: Manifest,
  map: BookMap,
  firstBase: string,
  firstLook: BookLook,
  listeners: NavigatorListeners,
): Navigator {
  const { readingProgression, language } = manifest.metadata
  const isRightToLeft = readingProgression === 'rtl'
  const frames = createChapterCache(map.chapters.length, load)
  const motion = createPageMotion(container, () => isTurnedFromRight())
  const flash = createFlash(container)
  const pageZoom = createPageZoom(container, {
    isMiddle: (x) => tapIntent(x, container.clientWidth) === 'toggle-tools',
    onTap: listeners.onToggleTools,
  })
  let base = firstBase
  let looks = looksOf(firstLook)
  let current: { chapter: number; frame: ChapterFrame } | undefined
  /** The progression that stays on show when pages are laid out again: only a move of the member changes it. */
  let anchor = 0
  let isBusy = false
  let isClosed = false
  /** Counts calls of `goTo`: an older one that is still loading gives way. */
  let navigations = 0
  /** While a page that was turned is being drawn: it is reported then. */
  let turning: Promise<void> | undefined

  const resizes = new ResizeObserver(() => layOutAgain())
  resizes.observe(container)
  const onSheetClosed = () => current?.frame.wakeScroller()
  // This event does not bubble.
  container.ownerDocument.addEventListener('close', onSheetClosed, { capture: true })

  function lookOf(chapter: number): ChapterLook {
    return looks[flowOf(manifest, map.chapters[chapter]!, looks.chosen)]
  }

  function isPaged(chapter: number) {
    return lookOf(chapter).appearance.flow === 'pages'
  }

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
      lookOf(chapter),
      () => {
        if (current?.chapter === chapter) layOutAgain()
      },
    )
    if (isClosed) {
      frame.remove()
      return frame
    }
    frame.setMarks(listeners.marksOf(chapter))
    frame.layOut(lookOf(chapter))
    listenToFrame(frame.document, () => container.clientWidth, {
      onIntent: follow,
      onDrag(pixels) {
        if (current?.frame === frame && !isBusy) drag(pixels)
      },
      onRelease: motion.release,
      onLink(link) {
        const target = linkTarget(link) ?? ''
        listeners.onLink(followLink(map, base, frame.document.URL, target), link)
      },
      onTap: (x, y) => listeners.onMark(frame.markAt(x, y)?.id) || listeners.onTap(chapter, x, y),
      onPicture: (picture) => listeners.onPicture(describePicture(picture)),
      toContainer: frame.toContainer,
      onKey: (event) => pageZoom.key(event) || listeners.onKey(event),
      isPaged: () => frame.isFixed || isPaged(chapter),
      edge() {
        if (frame.isAtEnd()) return frame.isAtStart() ? 'both' : 'end'
        return frame.isAtStart() ? 'start' : undefined
      },
    })
    if (frame.isFixed) pageZoom.listen(frame)
    watchSelection(frame.document, {
      onSettled(range, isTouch) {
        const letters = frame.lettersOf(range)
        if (current?.frame === frame && letters) {
          listeners.onSelection({ ...passageOf(chapter, frame, letters.start, letters.end), isTouch })
        }
      },
      onGone: () => current?.frame === frame && listeners.onSelection(undefined),
    })
    frame.document.addEventListener('scroll', () => onScroll(chapter), { passive: true })
    return frame
  }

  async function goTo(target: Target, move: Move = 'jump'): Promise<void> {
    const navigation = ++navigations
    flushTurn()
    flash.clear()
    setBusy(true)
    try {
      const frame = await frames.get(target.chapter)
      if (isClosed || navigation !== navigations) return
      const hadFocus = container.contains(container.ownerDocument.activeElement)
      const before = current?.frame
      if (before && before !== frame) before.setCurrent(false)
      const by = target.chapter > (current?.chapter ?? target.chapter) ? 1 : -1
      current = { chapter: target.chapter, frame }
      frame.layOut(lookOf(target.chapter))
      pageZoom.show(frame)
      show(frame, target.at)
      frame.setCurrent(true)
      if (move === 'turn' && before && before !== frame) motion.turned(frame, before, by)
      else motion.stop()
      // WebKit may leave it on the chapter that is hidden now.
      if (hadFocus) frame.frame.focus({ preventScroll: true })
      // A progression that was asked for is kept, though the page that shows it begins before it.
      anchor = typeof target.at === 'object' && 'progression' in target.at ? target.at.progression : frame.progression()
      flashLetters(frame, target.at)
      report(move)
      void frameDrawn().then(() => !isClosed && current && frames.prefetchAround(current.chapter))
    } catch (problem) {
      if (!isClosed && navigation === navigations) listeners.onProblem(problem, () => goTo(target, move))
    } finally {
      if (navigation === navigations) setBusy(false)
    }
  }

  function setBusy(busy: boolean) {
    isBusy = busy
    listeners.onBusy(busy)
  }

  function flashLetters(frame: ChapterFrame, at: Target['at']) {
    if (typeof at !== 'object' || !('letters' in at) || frame.isFixed) return
    const { progression, letters = 0 } = at
    flash.show(() => frame.boxesFrom(progression, letters))
  }

  /** Takes what is on show for the place the member has read on to. */
  function advance() {
    if (!current) return
    flash.clear()
    anchor = current.frame.progression()
    report('turn')
  }

  function flushTurn() {
    if (!turning) return
    turning = undefined
    advance()
  }

  function report(move: Move) {
    if (current) listeners.onPosition(positionOf(map, current.chapter, current.frame, anchor), move)
  }

  function layOutAgain() {
    // A page that is not rendered has no boxes to measure.
    if (!current || isClosed || container.clientWidth === 0) return
    flushTurn()
    const { chapter, frame } = current
    motion.stop()
    const wasAtEnd = anchor > 0 && frame.isAtEnd()
    frame.layOut(lookOf(chapter))
    pageZoom.show(frame)
    frame.showProgression(anchor)
    if (wasAtEnd && !isPaged(chapter)) frame.showEnd()
    flash.draw()
    report('none')
  }

  function onScroll(chapter: number) {
    if (isBusy || current?.chapter !== chapter || !current.frame.wasMovedByHand()) return
    current.frame.snap()
    if (!isPaged(chapter)) advance()
  }

  async function turn(by: 1 | -1) {
    if (isBusy || !current) return
    const { frame } = current
    if (frame.turn(by)) {
      flash.clear()
      motion.turned(frame, frame, by)
      // Reported once it is drawn: the work of the listeners would delay the page.
      turning ??= frameDrawn().then(flushTurn)
      return turning
    }
    const chapter = current.chapter + by
    if (map.chapters[chapter]) await goTo({ chapter, at: by > 0 ? 'start' : 'end' }, 'turn')
    else if (by > 0) listeners.onBookEnd()
  }

  /** The manifest says so even of text written from the left, as in comics; chapters of vertical lines say it themselves. */
  function isTurnedFromRight() {
    return isRightToLeft || current?.frame.writing.isRightToLeft === true
  }

  /** Follows a finger that is so many pixels to the right of where it came down. */
  function drag(pixels: number) {
    const { chapter, frame } = current!
    flash.clear()
    const onwards = isTurnedFromRight() ? pixels : -pixels
    const by = onwards > 0 ? 1 : -1
    const beside = frame.canTurn(by) ? frame : frames.loaded.get(chapter + by)
    if (beside && beside !== frame) {
      beside.layOut(lookOf(chapter + by))
      show(beside, by > 0 ? 'start' : 'end')
    }
    motion.drag(frame, beside, onwards)
  }

  function follow(intent: Intent) {
    const move = inReadingOrder(intent, isTurnedFromRight())
    if (move === 'toggle-tools') return listeners.onToggleTools()
    listeners.onTurn()
    if (move === 'forward') void turn(1)
    else if (move === 'back') void turn(-1)
    else if (current) void goTo({ chapter: current.chapter, at: move === 'chapter-start' ? 'start' : 'end' })
  }

  return {
    open: (locator) => goTo(targetOf(map, locator), 'none'),
    next: () => turn(1),
    previous: () => turn(-1),
    goTo: (target) => goTo(target),
    readOn: (target) => goTo(target, 'turn'),
    lettersOf: (chapter, id) => (current?.chapter === chapter ? current.frame.lettersOfId(id) : undefined),
    follow,
    zoom: pageZoom.key,
    setLook(nextLook) {
      looks = looksOf(nextLook)
      layOutAgain()
    },
    setBase(nextBase) {
      base = nextBase
    },
    async readChapter(chapter) {
      if (current?.chapter === chapter) return current.frame.document
      const { href, type = 'application/xhtml+xml' } = map.chapters[chapter]!
      return fetchDocument(new URL(href, base), type)
    },
    currentDocument: () => current?.frame.document,
    flushTurn,
    redrawMarks() {
      for (const [chapter, frame] of frames.loaded) frame.setMarks(listeners.marksOf(chapter))
    },
    boxesOf: (chapter, start, end) => (current?.chapter === chapter ? current.frame.boxesOf(start, end) : []),
    linesOnShow: () => ({
      lines: current?.frame.linesOnShow() ?? [],
      isVertical: current?.frame.writing.isVertical ?? false,
      columns: current?.frame.columns() ?? 1,
    }),
    pageStart: () => current && bookmarkPassage(current.chapter, current.frame),
    isOnShow: (chapter, letter) => current?.chapter === chapter && current.frame.isOnShow(letter),
    clearSelection: () => current?.frame.document.getSelection()?.removeAllRanges(),
    close() {
      isClosed = true
      motion.stop()
      flash.clear()
      resizes.disconnect()
      container.ownerDocument.removeEventListener('close', onSheetClosed, { capture: true })
      frames.clear()
      current = undefined
    },
  }
}

/** One look for each flow, kept as objects: a chapter is laid out again only when its look is another object. */
function looksOf(look: BookLook) {
  const { appearance } = look
  const pages: ChapterLook = { ...look, appearance: { ...appearance, flow: 'pages' } }
  const scroll: ChapterLook = { ...look, appearance: { ...appearance, flow: 'scroll' } }
  return { chosen: appearance.flow, pages, scroll }
}

function show(frame: ChapterFrame, at: Target['at']) {
  if (at === 'start') frame.showStart()
  else if (at === 'end') frame.showEnd()
  else if ('progression' in at) frame.showProgression(at.progression)
  else if ('letter' in at) frame.showLetter(at.letter)
  else if (!frame.showId(at.id)) frame.showStart()
}
