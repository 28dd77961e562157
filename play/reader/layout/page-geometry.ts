import type { ResolvedAppearance } from '../appearance/appearance.ts'

/** The writing direction of a chapter's text. */
export interface Writing {
  isVertical: boolean
  /** Horizontal text from right to left, or vertical lines from right to left. */
  isRightToLeft: boolean
}

/** Sizes in CSS pixels; `inline` is along a line of text, `block` across lines. */
export interface PageGeometry {
  columns: 1 | 2
  /** Whether the chapter fits two columns, which end at the same height. */
  isBalanced: boolean
  /** The root's font size: `1rem`. */
  fontPx: number
  inlineSize: number
  blockSize: number
  /** Margin on both sides of every column, in the inline direction. */
  inlineMargin: number
  blockMarginStart: number
  blockMarginEnd: number
  /** The length of a line within the margins. */
  room: number
  /** The height of the text across lines. */
  depth: number
}

/** The font size at 100%: larger where the page is held further away. */
const BASE_FONT_PX = { narrow: 17, wide: 19 }
const WIDE_PX = 700
const MARGINS = { narrow: 0.05, normal: 0.075, wide: 0.12 }
const LINE_EMS = { narrow: 36, normal: 31, wide: 26 }
/**
 * Pixels of the margin under the toolbar, where it hides and where it stays (`reader-screen.css`): it never covers
 * text.
 */
const TOOLS_PX = { hiding: 60, staying: 72 }
const TOOLS_STAY_MIN_PX = 960
/** The toolbar's own height. */
const BAR_PX = 53
/** From this width on, a landscape window shows two pages side by side. */
const SPREAD_MIN_PX = 1000

/** A smaller window has no room for a margin under the toolbar: the bar has its own row there. */
const SMALL = { width: 280, height: 577 }

export function isSmallWindow({ documentElement }: Document): boolean {
  return documentElement.clientWidth < SMALL.width || documentElement.clientHeight < SMALL.height
}

/** Returns the room that a page without margins leaves to the toolbar, where that stays. */
export function barRoom(width: number, isPaged: boolean, isSmall: boolean): number {
  return width >= TOOLS_STAY_MIN_PX && isPaged && !isSmall ? BAR_PX : 0
}

/**
 * Computes margins that give lines a readable length in any window; without room for the toolbar in a scroll or a small
 * window. `isLone`: the chapter fits one column, which is centred.
 */
export function pageGeometry(
  width: number,
  height: number,
  writing: Writing,
  appearance: Pick<ResolvedAppearance, 'size' | 'margins' | 'flow'>,
  { isSmall = false, isLone = false } = {},
): PageGeometry {
  const isSpread =
    !isLone && appearance.flow === 'pages' && !writing.isVertical && width >= SPREAD_MIN_PX && width > height * 1.15
  const columns = isSpread ? 2 : 1
  const inlineSize = writing.isVertical ? height : width
  const columnSize = inlineSize / columns
  const fontPx = (BASE_FONT_PX[width < WIDE_PX ? 'narrow' : 'wide'] * appearance.size) / 100
  const isBarOver = appearance.flow === 'pages' && !isSmall
  const toolsPx = TOOLS_PX[width < TOOLS_STAY_MIN_PX ? 'hiding' : 'staying']
  const lineMax = LINE_EMS[appearance.margins] * fontPx
  const least = Math.max(14, Math.min(96, columnSize * MARGINS[appearance.margins]))
  const inlineMargin = Math.round(
    writing.isVertical ? Math.max(isBarOver ? toolsPx : 24, least) : Math.max(least, (columnSize - lineMax) / 2),
  )
  const blockSize = writing.isVertical ? width : height
  const blockMarginStart = writing.isVertical ? Math.round(Math.max(20, width * 0.06)) : isBarOver ? toolsPx : 24
  const blockMarginEnd = writing.isVertical ? blockMarginStart : 16
  return {
    columns,
    isBalanced: false,
    fontPx,
    inlineSize,
    blockSize,
    inlineMargin,
    blockMarginStart,
    blockMarginEnd,
    room: columnSize - inlineMargin * 2,
    depth: blockSize - blockMarginStart - blockMarginEnd,
  }
}
