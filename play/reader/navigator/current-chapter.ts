import type { BookMap } from '../book-map.ts'
import type { createPageZoom } from '../pictures/page-zoom.ts'
import type { ChapterFrame } from './chapter-frame.ts'
import type { createChapterLooks } from './chapter-looks.ts'
import { createFlash } from './flash.ts'
import { delayUntilDrawn } from './frame-drawn.ts'
import type { createPageMotion } from './page-motion.ts'
import { type Move, type Position, type PositionTarget, positionOf } from './position.ts'
import { type FacingPage, layOutSpread, type SpreadPage } from './spreads.ts'
import { focusElement } from './tab-order.ts'

export interface CurrentChapterHost {
  map: BookMap
  looks: ReturnType<typeof createChapterLooks>
  motion: ReturnType<typeof createPageMotion>
  pageZoom: ReturnType<typeof createPageZoom>
  onPosition(position: Position, move: Move): void
  /** The visible chapter was laid out again: a page that faces it may be needed now. */
  onLaidOut(chapter: number): void
}

interface VisibleChapter extends SpreadPage {
  /** Loaded, and visible in a spread where there is room for both. */
  facing: FacingPage | undefined
  /** The visible pages in reading order: two in a spread. */
  pages: SpreadPage[]
}

export type CurrentChapter = ReturnType<typeof createCurrentChapter>

/** Manages the visible chapter in `container`, and the position in it. */
export function createCurrentChapter(container: HTMLElement, host: CurrentChapterHost) {
  const { map, looks, motion, pageZoom } = host
  const flash = createFlash(container)
  let current: VisibleChapter | undefined
  /** The progression that stays visible when pages are laid out again: only a move of the member changes it. */
  let anchor = 0
  /** Where the last jump led, until a page is turned. */
  let jumpedTo: PositionTarget['at'] | undefined
  const turning = delayUntilDrawn(advance)

  const isWide = () => container.clientWidth > container.clientHeight
  const hasFocus = () => container.contains(container.ownerDocument.activeElement)
  /** Returns the frame of a chapter, if it is visible. */
  const frameOf = (chapter: number) => current?.pages.find((page) => page.chapter === chapter)?.frame

  /** Shows a chapter, and beside it the page that faces it where there is room for both. */
  function show({ chapter, at }: PositionTarget, frame: ChapterFrame, move: Move, facing?: FacingPage) {
    const hadFocus = hasFocus()
    const before = current
    const by = chapter > (before?.chapter ?? chapter) ? 1 : -1
    const pages = arrange({ chapter, frame }, facing)
    current = { chapter, frame, facing, pages }
    for (const gone of before?.pages ?? []) if (frameOf(gone.chapter) !== gone.frame) gone.frame.setCurrent(false)
    showAt(frame, at)
    frame.setCurrent(true)
    const isAlone = pages.length === 1 && before?.pages.length === 1
    if (move === 'turn' && isAlone && before.frame !== frame) motion.turned(frame, before.frame, by)
    else motion.stop()
    // WebKit may leave it on the chapter that is hidden now.
    if (hadFocus) frame.frame.focus({ preventScroll: true })
    // Keep the requested letter instead of the page's start, so that it survives another layout.
    anchor = progressionAt(frame, at) ?? frame.progression()
    jumpedTo = move === 'jump' ? at : undefined
    flash.show(frame, at)
    report(move)
  }

  function arrange(page: SpreadPage, facing: FacingPage | undefined) {
    const pages = layOutSpread(page, facing, looks.of, isWide())
    pageZoom.show(...pages.map(({ frame }) => frame))
    return pages
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
    return turning.schedule()
  }

  function report(move: Move) {
    if (current) host.onPosition(positionOf(map, current, anchor, jumpedTo), move)
  }

  /** Lays the visible chapter out again at the same place, in its own frame or in a replacement. */
  function layOutAgain(frame = current?.frame) {
    if (!current || !frame) return
    const { chapter, frame: before, facing } = current
    // A page that is not rendered has no boxes to measure.
    if (frame === before && container.clientWidth === 0) return
    turning.flush()
    motion.stop()
    const wasAtEnd = anchor > 0 && before.isAtEnd()
    current = { chapter, frame, facing, pages: arrange({ chapter, frame }, facing) }
    if (frame !== before) {
      const hadFocus = hasFocus()
      const focused = focusedIn(frame.document, before.document)
      before.setCurrent(false)
      frame.setCurrent(true)
      if (hadFocus) frame.frame.focus({ preventScroll: true })
      if (hadFocus && focused) focusElement(focused)
      flash.clear()
    }
    frame.showProgression(anchor)
    if (wasAtEnd && !frame.isPaged()) frame.showEnd()
    flash.draw()
    report('none')
    host.onLaidOut(chapter)
  }

  return {
    current: () => current,
    isWide,
    frameOf,
    show,
    advance,
    turn,
    flushTurn: turning.flush,
    layOutAgain,
    clearFlash: flash.clear,
    close() {
      current = undefined
      flash.clear()
    },
  }
}

/** Returns the exact progression of a place within a chapter. Undefined for its edges, and without text. */
function progressionAt(frame: ChapterFrame, at: PositionTarget['at']): number | undefined {
  if (typeof at === 'string') return undefined
  if ('progression' in at) return at.progression
  const letter = 'letter' in at ? at.letter : frame.letterOfId(at.id)
  return letter !== undefined && frame.letters() > 0 ? Math.min(1, letter / frame.letters()) : undefined
}

/** Finds the element that is focused in another document of the same chapter. */
function focusedIn(document: Document, other: Document) {
  const { activeElement } = other
  if (!activeElement || activeElement === other.body) return undefined
  const alike = (one: Document) => [...one.getElementsByTagName(activeElement.localName)]
  return alike(document)[alike(other).indexOf(activeElement)] as HTMLElement | undefined
}

/** Shows a place of a chapter that is laid out. */
export function showAt(frame: ChapterFrame, at: PositionTarget['at']) {
  if (at === 'start') frame.showStart()
  else if (at === 'end') frame.showEnd()
  else if ('progression' in at) frame.showProgression(at.progression)
  else if ('letter' in at) frame.showLetter(at.letter)
  else if (!frame.showId(at.id)) frame.showStart()
}
