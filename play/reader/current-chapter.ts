import type { BookMap } from './book-map.ts'
import type { ChapterFrame } from './chapter-frame.ts'
import type { createChapterLooks } from './chapter-looks.ts'
import { createFlash } from './flash.ts'
import { frameDrawn } from './frame-drawn.ts'
import type { createPageMotion } from './page-motion.ts'
import { bookmarkPassage } from './passage.ts'
import type { createPageZoom } from './pictures/page-zoom.ts'
import { type Move, type Position, positionOf, type Target } from './position.ts'
import type { Facing } from './spreads.ts'

export interface CurrentChapterHost {
  map: BookMap
  looks: ReturnType<typeof createChapterLooks>
  motion: ReturnType<typeof createPageMotion>
  pageZoom: ReturnType<typeof createPageZoom>
  onPosition(position: Position, move: Move): void
  /** The visible chapter was laid out again: a page that faces it may be needed now. */
  onLaidOut(chapter: number): void
}

interface FacingPage extends Facing {
  frame: ChapterFrame
}

interface VisibleChapter {
  chapter: number
  frame: ChapterFrame
  /** Loaded, and visible in a spread where there is room for both. */
  facing: FacingPage | undefined
  isSpread: boolean
}

export type CurrentChapter = ReturnType<typeof createCurrentChapter>

/** The visible chapter in `container`, and the position in it. */
export function createCurrentChapter(container: HTMLElement, host: CurrentChapterHost) {
  const { map, looks, motion, pageZoom } = host
  const flash = createFlash(container)
  let current: VisibleChapter | undefined
  /** The progression that stays visible when pages are laid out again: only a move of the member changes it. */
  let anchor = 0
  /** Where the last jump led, until a page is turned. */
  let jumpedTo: Target['at'] | undefined
  /** Set while a turned page is being drawn; the turn is reported afterwards. */
  let turning: Promise<void> | undefined

  const resizes = new ResizeObserver(layOutAgain)
  resizes.observe(container)
  const onSheetClosed = () => current?.frame.wakeScroller()
  // This event does not bubble.
  container.ownerDocument.addEventListener('close', onSheetClosed, { capture: true })

  function isWide() {
    return container.clientWidth > container.clientHeight
  }

  /** The frame of a chapter, if it is visible. */
  function frameOf(chapter: number): ChapterFrame | undefined {
    if (current?.chapter === chapter) return current.frame
    return chapter === facingChapter() ? current!.facing!.frame : undefined
  }

  function facingChapter() {
    return current?.isSpread ? current.facing?.chapter : undefined
  }

  /** The first and the last visible chapter: two in a spread. */
  function range(): [first: number, last: number] | undefined {
    if (!current) return undefined
    const { chapter } = current
    const facing = facingChapter() ?? chapter
    return chapter < facing ? [chapter, facing] : [facing, chapter]
  }

  /** Shows a chapter, and beside it the page that faces it where there is room for both. */
  function show({ chapter, at }: Target, frame: ChapterFrame, move: Move, facing?: FacingPage) {
    const hadFocus = container.contains(container.ownerDocument.activeElement)
    const before = current
    const by = chapter > (current?.chapter ?? chapter) ? 1 : -1
    current = { chapter, frame, facing, isSpread: false }
    const visible = arrange(current)
    for (const gone of [before?.frame, before?.facing?.frame])
      if (gone && !visible.includes(gone)) gone.setCurrent(false)
    showAt(frame, at)
    frame.setCurrent(true)
    const slides = move === 'turn' && before && before.frame !== frame && !before.isSpread && !current.isSpread
    if (slides) motion.turned(frame, before.frame, by)
    else motion.stop()
    // WebKit may leave it on the chapter that is hidden now.
    if (hadFocus) frame.frame.focus({ preventScroll: true })
    // Keep a requested progression instead of the page's start, so that it survives another layout.
    anchor = typeof at === 'object' && 'progression' in at ? at.progression : frame.progression()
    jumpedTo = move === 'jump' ? at : undefined
    flashLetters(frame, at)
    report(move)
  }

  /** Lays the visible chapter out: alone, or as a spread with the page that faces it. Returns the visible frames. */
  function arrange(page: VisibleChapter): ChapterFrame[] {
    const { chapter, frame, facing } = page
    frame.layOut(looks.of(chapter))
    facing?.frame.layOut(looks.of(facing.chapter))
    page.isSpread = facing !== undefined && isWide() && [frame, facing.frame].every(standsBeside(facing))
    frame.fixedPage.moveTo(page.isSpread ? facing!.side : undefined)
    facing?.frame.fixedPage.moveTo(page.isSpread ? (facing.side === 'left' ? 'right' : 'left') : undefined)
    facing?.frame.setCurrent(page.isSpread)
    const visible = page.isSpread ? [frame, facing!.frame] : [frame]
    pageZoom.show(...visible)
    return visible
  }

  function flashLetters(frame: ChapterFrame, at: Target['at']) {
    if (typeof at !== 'object' || !('letters' in at) || frame.isFixed) return
    const { progression, letters = 0 } = at
    flash.show(() => frame.boxesFrom(progression, letters))
  }

  /** Makes the visible page the member's position, as reading on. */
  function advance() {
    if (!current) return
    flash.clear()
    jumpedTo = undefined
    anchor = current.frame.progression()
    report('turn')
  }

  /** Turns a page within the chapter. Undefined at its end; otherwise resolves once the page is drawn and reported. */
  function turn(by: 1 | -1): Promise<void> | undefined {
    if (!current?.frame.turn(by)) return undefined
    flash.clear()
    motion.turned(current.frame, current.frame, by)
    // Reported once it is drawn: the work of the listeners would delay the page.
    turning ??= frameDrawn().then(flushTurn)
    return turning
  }

  function flushTurn() {
    if (!turning) return
    turning = undefined
    advance()
  }

  function report(move: Move) {
    if (!current) return
    const { chapter, frame } = current
    host.onPosition(positionOf(map, chapter, frame, anchor, facingChapter(), jumpedTo), move)
  }

  function layOutAgain() {
    // A page that is not rendered has no boxes to measure.
    if (!current || container.clientWidth === 0) return
    flushTurn()
    const { chapter, frame } = current
    motion.stop()
    const wasAtEnd = anchor > 0 && frame.isAtEnd()
    arrange(current)
    frame.showProgression(anchor)
    if (wasAtEnd && !looks.isPaged(chapter)) frame.showEnd()
    flash.draw()
    report('none')
    host.onLaidOut(chapter)
  }

  return {
    current: () => current,
    range,
    isWide,
    frameOf,
    show,
    advance,
    turn,
    flushTurn,
    layOutAgain,
    clearFlash: flash.clear,
    /** Queries on the visible page. */
    page: {
      currentDocument: () => current?.frame.document,
      /** The letters of the chapter on show; undefined for a page of fixed layout. */
      currentText: () => current?.frame.text(),
      /** The letters of an element, if it is in the chapter on show. */
      lettersOf: (chapter: number, id: string) => frameOf(chapter)?.lettersOfId(id),
      /** The boxes, within the container, of the visible part of a range of letters. */
      boxesOf: (chapter: number, start: number, end: number) => frameOf(chapter)?.boxesOf(start, end) ?? [],
      /** The lines of the visible text. Vertical lines are measured along x. */
      visibleLines: () => ({
        lines: current?.frame.visibleLines() ?? [],
        isVertical: current?.frame.writing.isVertical ?? false,
        columns: current?.frame.columns() ?? 1,
      }),
      /** The passage that a bookmark of the visible page stores. */
      pageStart: () => current && bookmarkPassage(current.chapter, current.frame),
      isVisible: (chapter: number, letter: number) => frameOf(chapter)?.isVisible(letter) ?? false,
      clearSelection: () => current?.frame.document.getSelection()?.removeAllRanges(),
      /** Reports a page turn at once instead of after drawing: the screen may be gone by then. */
      flushTurn,
    },
    close() {
      current = undefined
      flash.clear()
      resizes.disconnect()
      container.ownerDocument.removeEventListener('close', onSheetClosed, { capture: true })
    },
  }
}

/** Whether a page may be one of two: as the book says, or where that leaves it large enough. */
function standsBeside({ isDeclared }: Facing) {
  return ({ isFixed, fixedPage }: ChapterFrame) => isFixed && (isDeclared || fixedPage.isWorthHalf())
}

/** Shows a place of a chapter that is laid out. */
export function showAt(frame: ChapterFrame, at: Target['at']) {
  if (at === 'start') frame.showStart()
  else if (at === 'end') frame.showEnd()
  else if ('progression' in at) frame.showProgression(at.progression)
  else if ('letter' in at) frame.showLetter(at.letter)
  else if (!frame.showId(at.id)) frame.showStart()
}
