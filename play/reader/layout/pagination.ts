import type { Segment } from './segments.ts'

/** The direction in which the text of a chapter advances, and the size of the window on it in CSS pixels. */
export interface Flow {
  axis: 'x' | 'y'
  /** Along x, from right to left. */
  isReversed: boolean
  width: number
  height: number
}

/** A page with something on it. Letters are counted from the start of the chapter. */
export interface BookPage {
  /** Counts blank pages too: the page begins `index` window lengths from the start of the chapter. */
  index: number
  /** The first segment with a box on the page. */
  first: Segment | undefined
  /** Every letter on the page is in the range from `from` to before `to`. */
  from: number
  to: number
  /** The first letter on the page, cached once it has been measured. */
  firstLetter?: number
}

type Box = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right' | 'width' | 'height'>

/** Engines round the edges of boxes and scroll offsets by up to this much. */
export const TOLERANCE_PX = 2
export const ONLY_PAGE: BookPage = { index: 0, first: undefined, from: 0, to: Number.POSITIVE_INFINITY }

export function windowLength({ axis, width, height }: Flow): number {
  return axis === 'x' ? width : height
}

/** Pixels from the start of the chapter to the start of a box that was measured at a scroll offset. */
export function startOf({ axis, isReversed, width }: Flow, box: Box, scrollOffset: number): number {
  if (axis === 'y') return box.top + scrollOffset
  return (isReversed ? width - box.right : box.left) + scrollOffset
}

/** Returns the index of the page that the middle of a box is on. */
export function pageIndexOf(flow: Flow, box: Box, scrollOffset: number): number {
  return Math.max(0, Math.floor((startOf(flow, box, scrollOffset) + lengthOf(flow, box) / 2) / windowLength(flow)))
}

/** Whether a box, measured while nothing is scrolled, is wholly in one column. */
export function fitsColumn(flow: Flow, box: Box, columnLength: number): boolean {
  const start = startOf(flow, box, 0)
  const end = start + lengthOf(flow, box)
  const column = Math.floor((start + end) / 2 / columnLength)
  return (
    column >= 0 &&
    start >= column * columnLength - TOLERANCE_PX &&
    end <= (column + 1) * columnLength + TOLERANCE_PX &&
    fitsAcross(flow, box)
  )
}

/** Whether a box, measured while nothing is scrolled, is in the window across the flow, not before the chapter. */
export function fitsAcross(flow: Flow, box: Box): boolean {
  const { axis, width, height } = flow
  const [low, high, most] = axis === 'x' ? [box.top, box.bottom, height] : [box.left, box.right, width]
  return low >= -TOLERANCE_PX && high <= most + TOLERANCE_PX && startOf(flow, box, 0) >= -TOLERANCE_PX
}

/** Computes the pages of a chapter from the boxes of each segment of its text, measured while nothing is scrolled. */
export function paginate(flow: Flow, segments: readonly Segment[], boxes: readonly Box[][]): BookPage[] {
  const pages = new Map<number, BookPage>()
  for (const [at, segment] of segments.entries()) {
    for (const box of boxes[at]!) {
      const index = pageIndexOf(flow, box, 0)
      const page = pages.get(index) ?? { index, first: segment, from: segment.start, to: 0 }
      page.to = segment.start + segment.letters
      pages.set(index, page)
    }
  }
  if (pages.size === 0) return [ONLY_PAGE]
  return [...pages.values()].sort((one, other) => one.index - other.index)
}

/** Returns the position in `pages` of the page with an index, or of the last one before it. */
export function positionOfPage(pages: readonly BookPage[], index: number): number {
  return Math.max(
    0,
    pages.findLastIndex((page) => page.index <= index),
  )
}

function lengthOf({ axis }: Flow, box: Box) {
  return axis === 'y' ? box.height : box.width
}
