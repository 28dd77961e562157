import type { ChapterFrame } from '../navigator/chapter-frame.ts'
import type { LetterRange } from '../navigator/chapter-marks.ts'
import { linkAround } from '../navigator/frame-taps.ts'
import { selectedRange } from '../navigator/selection.ts'

/** A finger that is still for this long selects a word. */
const HOLD_MS = 450
const STILL_PX = 8
/** Letters before and after a point among which its word is. */
const WORD_LETTERS = 40

interface Point {
  x: number
  y: number
}

/**
 * Selects the text of zoomed pages, which `surface` covers: a mouse from the letter where it is pressed, a finger from
 * the word where it is held. Other drags are left to the listeners that are added later. `onTap` returns whether it
 * handled a tap at a point of a page.
 */
export function listenForText(
  surface: HTMLElement,
  pages: () => readonly ChapterFrame[],
  onTap: (page: ChapterFrame, at: Point) => boolean,
) {
  let down: Point = { x: 0, y: 0 }
  let hold: ReturnType<typeof setTimeout> | undefined
  /** The page and the letters where a selection begins. */
  let anchor: (LetterRange & { page: ChapterFrame }) | undefined
  let hasSelected = false

  function pointOf({ clientX, clientY }: PointerEvent): Point {
    const { left, top } = surface.parentElement!.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }

  surface.addEventListener('pointerdown', (event) => {
    release()
    hasSelected = false
    down = pointOf(event)
    const found = event.isPrimary && event.button === 0 ? letterUnder(pages(), down) : undefined
    if (!found) return
    if (event.pointerType === 'mouse') anchor = { page: found.page, from: found.letter, to: found.letter }
    else
      hold = setTimeout(() => {
        anchor = { page: found.page, ...wordAround(found) }
        select(anchor, anchor.from)
      }, HOLD_MS)
  })
  surface.addEventListener('pointermove', (event) => {
    const at = pointOf(event)
    const isStill = Math.hypot(at.x - down.x, at.y - down.y) < STILL_PX
    if (!isStill) clearTimeout(hold)
    if (event.buttons === 0) {
      surface.style.cursor = isOverLink(pages(), at) ? 'pointer' : letterUnder(pages(), at) ? 'text' : ''
    }
    if (!anchor) return
    event.stopImmediatePropagation()
    const letter = isStill ? undefined : caretAt(anchor.page, at)
    if (letter !== undefined) select(anchor, letter)
  })
  for (const end of ['pointerup', 'pointercancel'] as const) surface.addEventListener(end, release)

  function release() {
    clearTimeout(hold)
    anchor = undefined
  }

  function select({ page, from, to }: NonNullable<typeof anchor>, letter: number) {
    const range = page.text()!.rangeOf(Math.min(from, letter), Math.max(to, letter))
    page.document
      .getSelection()
      ?.setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset)
    hasSelected = true
  }

  return {
    /** Handles a tap. Returns whether it ended or dismissed a selection, or `onTap` handled it. */
    tap(): boolean {
      if (hasSelected) return true
      const page = pages().find(({ document }) => selectedRange(document))
      page?.document.getSelection()?.removeAllRanges()
      return page !== undefined || pages().some((page) => onTap(page, page.fixedPage.toPage(down.x, down.y)))
    },
  }
}

function isOverLink(pages: readonly ChapterFrame[], { x, y }: Point) {
  return pages.some(({ document, fixedPage }) => {
    const at = fixedPage.toPage(x, y)
    return linkAround(document.elementFromPoint(at.x, at.y)) !== undefined
  })
}

/** Finds the letter whose box a point of the container is in. */
function letterUnder(pages: readonly ChapterFrame[], { x, y }: Point) {
  for (const page of pages) {
    const caret = caretAt(page, { x, y })
    if (caret === undefined) continue
    const letter = [caret, caret - 1].find((one) =>
      page
        .text()!
        .boxesFrom(one, 1)
        .some((box) => isIn(box, page.fixedPage.toPage(x, y))),
    )
    if (letter !== undefined) return { page, letter }
  }
  return undefined
}

function isIn({ left, right, top, bottom }: DOMRect, { x, y }: Point) {
  return x >= left && x <= right && y >= top && y <= bottom
}

/** Finds the letter after the caret position nearest to a point of the container, if it is on the page. */
function caretAt({ document, fixedPage, text }: ChapterFrame, point: Point): number | undefined {
  const { x, y } = fixedPage.toPage(point.x, point.y)
  // Below the baseline: older Chromium and WebKit have only `caretRangeFromPoint`.
  const caret = document.caretPositionFromPoint?.(x, y)
  // Below the baseline: Firefox has only `caretPositionFromPoint`.
  const range = caret ? undefined : document.caretRangeFromPoint?.(x, y)
  const node = caret?.offsetNode ?? range?.startContainer
  return node && text()?.letterAt(node, caret?.offset ?? range!.startOffset)
}

function wordAround({ page, letter }: { page: ChapterFrame; letter: number }): LetterRange {
  const start = Math.max(0, letter - WORD_LETTERS)
  const text = page.text()!
  const letters = text.lettersOf(start, Math.min(text.letters, letter + WORD_LETTERS))
  const before = /[\p{L}\p{M}\p{N}'’-]*$/u.exec(letters.slice(0, letter - start))![0].length
  const after = /^[\p{L}\p{M}\p{N}'’-]*/u.exec(letters.slice(letter - start))![0].length
  return { from: letter - before, to: letter + Math.max(1, after) }
}
