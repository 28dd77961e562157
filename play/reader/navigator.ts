import type { Locator } from '@estante/contract/locator.ts'
import type { Manifest } from '@estante/contract/manifest.ts'
import type { Appearance } from './appearance.ts'
import { type BookMap, flowOf, idOf, isFixed, placeOf } from './book-map.ts'
import { type ChapterFrame, loadChapter } from './chapter-frame.ts'
import type { ChapterLook } from './chapter-layout.ts'
import type { Mark } from './chapter-marks.ts'
import { createFlash } from './flash.ts'
import { frameDrawn } from './frame-drawn.ts'
import { linkTarget, listenToFrame } from './frame-gestures.ts'
import { type Intent, inReadingOrder } from './gestures.ts'
import { followLink, type LinkDestination } from './links.ts'
import { createPageMotion } from './page-motion.ts'
import { watchSelection } from './selection.ts'
import { text } from './text.ts'

/** Letters before and after a passage that are kept to find it again. */
const CONTEXT = 64
/** Letters after a bookmark that say where it is. */
const BOOKMARK_WORDS = 120

/** What the member chose, before a chapter says what is left to the book. */
export interface BookLook extends Omit<ChapterLook, 'appearance'> {
  appearance: Appearance
}

/** Where one is, as the screen shows it. */
export interface Position {
  chapter: number
  locator: Locator
  /** From 0, within the chapter, at this size. */
  page: number
  pageCount: number
  /** Until the next entry of the contents, or the end of the chapter. */
  pagesLeft: number
  /** The entry of the contents that one is in. */
  entry: number | undefined
  title: string | undefined
  isAtBookStart: boolean
  isAtBookEnd: boolean
}

/** `none`: nobody moved, as when the book opens or is laid out anew. `turn`: reading on. `jump`: to somewhere else. */
export type Move = 'none' | 'turn' | 'jump'

export interface NavigatorListeners {
  onPosition(position: Position, move: Move): void
  /** A link was tapped. The listener decides; `goTo` follows one that stays inside. */
  onLink(destination: LinkDestination, link: Element): void
  onToggleTools(): void
  /** A hand on the page turned it: one is reading now. */
  onTurn(): void
  /** Words of a chapter were selected, or no longer are. */
  onSelection(selection: Selected | undefined): void
  /** A mark was tapped, or what is no mark. Returns whether that was all it was for. */
  onMark(id: string | undefined): boolean
  /** A point of a chapter was tapped. Returns whether that was all it was for. */
  onTap(chapter: number, x: number, y: number): boolean
  marksOf(chapter: number): readonly Mark[]
  /** The member turned past the last page. */
  onBookEnd(): void
  /** A chapter is on its way, or no longer. */
  onBusy(isBusy: boolean): void
  /** A chapter could not be shown; where one was stays on screen. */
  onProblem(problem: unknown, tryAgain: () => Promise<void>): void
}

/** A place to go to within a chapter. */
export interface Target {
  chapter: number
  /** `letters`: so many from there on are shown for a moment. */
  at: { progression: number; letters?: number } | { letter: number } | { id: string } | 'start' | 'end'
}

/** Letters of a chapter that are selected, or marked, and what stands around them. */
export interface Passage {
  chapter: number
  start: number
  end: number
  before: string
  words: string
  after: string
  /** Where it begins, as a part of the chapter. */
  progression: number
}

export interface Selected extends Passage {
  isTouch: boolean
}

export interface Navigator {
  /** Shows a place that nobody moves to: where the member is. */
  open(locator: Locator | undefined): Promise<void>
  next(): Promise<void>
  previous(): Promise<void>
  goTo(target: Target): Promise<void>
  /** The same as a hand that reads on. */
  readOn(target: Target): Promise<void>
  /** The letters of an element of the chapter on show. */
  lettersOf(chapter: number, id: string): { start: number; end: number } | undefined
  /** An entry of the contents, or a link: `chapter3.xhtml#part-2`. */
  goToHref(href: string): Promise<void>
  /** Moves as a key or a gesture asks. */
  follow(intent: Intent): void
  setLook(look: BookLook): void
  /** The manifest's folder has a new address; chapters are asked for there from now on. */
  setBase(base: string): void
  /** The text of another chapter, for a note that lives there. */
  readChapter(chapter: number): Promise<Document>
  currentDocument(): Document | undefined
  /** Tells of a page that was just turned now, and not once it is drawn: nobody may be here by then. */
  tellTurn(): void
  /** The marks are others now. */
  redrawMarks(): void
  /** The boxes, within the container, of letters of the chapter on show. */
  boxesOf(chapter: number, start: number, end: number): DOMRect[]
  /** The first letters on show, as a bookmark keeps them. */
  pageStart(): Passage | undefined
  isOnShow(chapter: number, letter: number): boolean
  clearSelection(): void
  close(): void
}

/** Shows a publication in `container`, a chapter at a time, with the next and the previous one at hand. */
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
  const frames = new Map<number, Promise<ChapterFrame>>()
  /** Those of them that are there. */
  const loaded = new Map<number, ChapterFrame>()
  const motion = createPageMotion(container, () => isTurnedFromRight())
  const flash = createFlash(container)
  let base = firstBase
  let looks = looksOf(firstLook)
  let current: { chapter: number; frame: ChapterFrame } | undefined
  /** The place that stays put when pages are laid out anew: only a move of the member changes it. */
  let anchor = 0
  let isBusy = false
  let isClosed = false
  let goings = 0
  /** While a page that was turned is drawn: it is told of then. */
  let turning: Promise<void> | undefined

  const resizes = new ResizeObserver(() => relayOut())
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

  function frameOf(chapter: number): Promise<ChapterFrame> {
    const known = frames.get(chapter)
    if (known) return known
    const loading = load(chapter)
    frames.set(chapter, loading)
    loading.then(
      (frame) => frames.get(chapter) === loading && loaded.set(chapter, frame),
      () => frames.delete(chapter),
    )
    return loading
  }

  async function load(chapter: number) {
    const link = map.chapters[chapter]!
    const { href } = link
    const address = new URL(href, base).href
    const frame = await loadChapter(
      container,
      address,
      {
        title: map.titleOf(chapter) ?? text.chapterOf(chapter + 1, map.chapters.length),
        language: language[0],
        isRightToLeft,
        isFixed: isFixed(manifest, link),
      },
      lookOf(chapter),
      () => {
        if (current?.chapter === chapter) relayOut()
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
      isPaged: () => frame.isFixed || isPaged(chapter),
      edge() {
        if (frame.isAtEnd()) return frame.isAtStart() ? 'both' : 'end'
        return frame.isAtStart() ? 'start' : undefined
      },
    })
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
    const going = ++goings
    tellTurn()
    flash.clear()
    setBusy(true)
    try {
      const frame = await frameOf(target.chapter)
      if (isClosed || going !== goings) return
      const hadFocus = container.contains(container.ownerDocument.activeElement)
      const before = current?.frame
      if (before && before !== frame) before.setCurrent(false)
      const by = target.chapter > (current?.chapter ?? target.chapter) ? 1 : -1
      current = { chapter: target.chapter, frame }
      frame.layOut(lookOf(target.chapter))
      show(frame, target.at)
      frame.setCurrent(true)
      if (move === 'turn' && before && before !== frame) motion.turned(frame, before, by)
      else motion.stop()
      // WebKit may leave it on the chapter that is hidden now.
      if (hadFocus) frame.frame.focus({ preventScroll: true })
      // A known place stays what it is, though the page that shows it begins before it.
      anchor = typeof target.at === 'object' && 'progression' in target.at ? target.at.progression : frame.progression()
      flashWords(frame, target.at)
      tell(move)
      void frameDrawn().then(keepNeighbours)
    } catch (problem) {
      if (!isClosed && going === goings) listeners.onProblem(problem, () => goTo(target, move))
    } finally {
      if (going === goings) setBusy(false)
    }
  }

  function passageOf(chapter: number, frame: ChapterFrame, start: number, end: number): Passage {
    const letters = frame.letters()
    return {
      chapter,
      start,
      end,
      before: frame.textOf(start - CONTEXT, start),
      words: frame.textOf(start, end),
      after: frame.textOf(end, Math.min(letters, end + CONTEXT)),
      progression: letters > 0 ? start / letters : 0,
    }
  }

  function setBusy(busy: boolean) {
    isBusy = busy
    listeners.onBusy(busy)
  }

  function show(frame: ChapterFrame, at: Target['at']) {
    if (at === 'start') frame.showStart()
    else if (at === 'end') frame.showEnd()
    else if ('progression' in at) frame.showProgression(at.progression)
    else if ('letter' in at) frame.showLetter(at.letter)
    else if (!frame.showId(at.id)) frame.showStart()
  }

  function flashWords(frame: ChapterFrame, at: Target['at']) {
    if (typeof at !== 'object' || !('letters' in at) || frame.isFixed) return
    const { progression, letters = 0 } = at
    flash.show(() => frame.boxesFrom(progression, letters))
  }

  function keepNeighbours() {
    if (!current || isClosed) return
    const { chapter } = current
    for (const [index, frame] of frames) {
      if (Math.abs(index - chapter) <= 1) continue
      frames.delete(index)
      loaded.delete(index)
      void frame.then((far) => far.remove()).catch(() => {})
    }
    for (const index of [chapter + 1, chapter - 1]) {
      if (map.chapters[index]) void frameOf(index).catch(() => {})
    }
  }

  /** The member reads on: the place is read anew, and told. */
  function moved() {
    if (!current) return
    flash.clear()
    anchor = current.frame.progression()
    tell('turn')
  }

  /** Tells of the page that was turned last, if nobody has yet. */
  function tellTurn() {
    if (!turning) return
    turning = undefined
    moved()
  }

  function tell(move: Move) {
    if (!current) return
    const { chapter, frame } = current
    const { entry, next } = entriesOnShow(chapter, frame)
    const title = map.titleOf(chapter, entry)
    const locator = map.locator(chapter, anchor, title)
    const isAtBookEnd = chapter === map.chapters.length - 1 && frame.isAtEnd()
    // Nothing is left to read, though the last page begins before the last letter.
    if (isAtBookEnd) locator.locations.totalProgression = 1
    listeners.onPosition(
      {
        chapter,
        locator,
        page: frame.page(),
        pageCount: frame.pageCount(),
        pagesLeft: next === undefined ? frame.pageCount() - frame.page() - 1 : frame.pagesBefore(next),
        entry,
        title,
        isAtBookStart: chapter === 0 && frame.isAtStart(),
        isAtBookEnd,
      },
      move,
    )
  }

  /** The entry of the contents that one is in, and the id where the next one of the chapter begins. */
  function entriesOnShow(chapter: number, frame: ChapterFrame) {
    const isReached = frame.reached()
    const marks = map.marksIn(chapter).filter(({ id }) => id === undefined || isReached(id) !== undefined)
    const reached = marks.findLastIndex(({ id }) => id === undefined || isReached(id))
    return { entry: marks[reached]?.entry ?? map.entryBefore(chapter), next: marks[reached + 1]?.id }
  }

  function relayOut() {
    // A page that is not drawn has no places to look for.
    if (!current || isClosed || container.clientWidth === 0) return
    tellTurn()
    const { chapter, frame } = current
    motion.stop()
    const wasAtEnd = anchor > 0 && frame.isAtEnd()
    frame.layOut(lookOf(chapter))
    frame.showProgression(anchor)
    if (wasAtEnd && !isPaged(chapter)) frame.showEnd()
    flash.draw()
    tell('none')
  }

  function onScroll(chapter: number) {
    if (isBusy || current?.chapter !== chapter || !current.frame.wasMovedByHand()) return
    current.frame.snap()
    if (!isPaged(chapter)) moved()
  }

  async function turn(by: 1 | -1) {
    if (isBusy || !current) return
    const { frame } = current
    if (frame.turn(by)) {
      flash.clear()
      motion.turned(frame, frame, by)
      // All that follows from it would keep the page from being seen.
      turning ??= frameDrawn().then(tellTurn)
      return turning
    }
    const chapter = current.chapter + by
    if (map.chapters[chapter]) await goTo({ chapter, at: by > 0 ? 'start' : 'end' }, 'turn')
    else if (by > 0) listeners.onBookEnd()
  }

  /** A book that is turned from the right may be written from the left, as comics are; pages of vertical lines say it themselves. */
  function isTurnedFromRight() {
    return isRightToLeft || current?.frame.writing.isRightToLeft === true
  }

  /** A finger is so many pixels to the right of where it came down. */
  function drag(pixels: number) {
    const { chapter, frame } = current!
    flash.clear()
    const onwards = isTurnedFromRight() ? pixels : -pixels
    const by = onwards > 0 ? 1 : -1
    const beside = frame.canTurn(by) ? frame : loaded.get(chapter + by)
    if (beside && beside !== frame) {
      beside.layOut(lookOf(chapter + by))
      show(beside, by > 0 ? 'start' : 'end')
    }
    motion.drag(frame, beside, onwards)
  }

  function follow(intent: Intent) {
    const meant = inReadingOrder(intent, isTurnedFromRight())
    if (meant === 'toggle-tools') return listeners.onToggleTools()
    listeners.onTurn()
    if (meant === 'forward') void turn(1)
    else if (meant === 'back') void turn(-1)
    else if (current) void goTo({ chapter: current.chapter, at: meant === 'chapter-start' ? 'start' : 'end' })
  }

  async function readChapter(chapter: number) {
    const { href, type = 'application/xhtml+xml' } = map.chapters[chapter]!
    const response = await fetch(new URL(href, base))
    if (!response.ok) throw new Error(`The chapter answered ${response.status}`)
    return new DOMParser().parseFromString(
      await response.text(),
      type.includes('xml') ? 'application/xhtml+xml' : 'text/html',
    )
  }

  return {
    open(locator) {
      const { chapter, progression } = placeOf(map, locator)
      return goTo({ chapter, at: { progression } }, 'none')
    },
    next: () => turn(1),
    previous: () => turn(-1),
    goTo: (target) => goTo(target),
    readOn: (target) => goTo(target, 'turn'),
    lettersOf(chapter, id) {
      const element = current?.chapter === chapter ? current.frame.document.getElementById(id) : null
      if (!element) return undefined
      const range = element.ownerDocument.createRange()
      range.selectNodeContents(element)
      return current?.frame.lettersOf(range)
    },
    async goToHref(href) {
      const chapter = map.chapterOf(href)
      const id = idOf(href)
      if (chapter !== undefined) await goTo({ chapter, at: id && href.includes('#') ? { id } : 'start' })
    },
    follow,
    setLook(nextLook) {
      looks = looksOf(nextLook)
      relayOut()
    },
    setBase(nextBase) {
      base = nextBase
    },
    readChapter,
    currentDocument: () => current?.frame.document,
    tellTurn,
    redrawMarks() {
      for (const [chapter, frame] of loaded) frame.setMarks(listeners.marksOf(chapter))
    },
    boxesOf: (chapter, start, end) => (current?.chapter === chapter ? current.frame.boxesOf(start, end) : []),
    pageStart() {
      if (!current) return undefined
      const { chapter, frame } = current
      const letters = frame.letters()
      const start = Math.round(frame.progression() * letters)
      return {
        ...passageOf(chapter, frame, start, start),
        words: frame.textOf(start, Math.min(letters, start + BOOKMARK_WORDS)),
      }
    },
    isOnShow: (chapter, letter) => current?.chapter === chapter && current.frame.isOnShow(letter),
    clearSelection: () => current?.frame.document.getSelection()?.removeAllRanges(),
    close() {
      isClosed = true
      motion.stop()
      flash.clear()
      resizes.disconnect()
      container.ownerDocument.removeEventListener('close', onSheetClosed, { capture: true })
      for (const frame of frames.values()) void frame.then((one) => one.remove()).catch(() => {})
      frames.clear()
      loaded.clear()
      current = undefined
    },
  }
}

/** One of each kind, so that a chapter is laid out anew only when it looks otherwise. */
function looksOf(look: BookLook) {
  const { appearance } = look
  const pages: ChapterLook = { ...look, appearance: { ...appearance, flow: 'pages' } }
  const scroll: ChapterLook = { ...look, appearance: { ...appearance, flow: 'scroll' } }
  return { chosen: appearance.flow, pages, scroll }
}
