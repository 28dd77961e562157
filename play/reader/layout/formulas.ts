import { SCROLLER } from './letter-boxes.ts'
import type { PageGeometry, Writing } from './page-geometry.ts'

/** A formula is not shrunk to less than this part of its size, which is hard to read: it scrolls at a larger one. */
const MIN_SIZE = 0.6
const SCROLLED_SIZE = 0.75
/** Widths of letters are rounded. */
export const ROUNDED = 0.98
const MAX_ROUNDS = 4
const XHTML = 'http://www.w3.org/1999/xhtml'
/** `padding-block`: signs may stand out of the box of their formula. */
const SCROLLER_STYLE = {
  display: 'inline-block',
  overflow: 'auto hidden',
  direction: 'ltr',
  float: 'none',
  margin: '0',
  border: '0',
  padding: '0.2em 0',
  'text-indent': '0',
  'vertical-align': 'middle',
}

/**
 * Shrinks a formula for which a line has no room, since no engine breaks it, and lets it scroll where that would be too
 * small. `tables.ts` shrinks formulas in tables.
 */
export function tightenFormulas(document: Document, geometry: PageGeometry, writing: Writing) {
  // An element that is moved loses the focus.
  const focused = document.hasFocus() ? (document.activeElement as HTMLElement | null) : null
  for (const scroller of document.querySelectorAll(`span.${SCROLLER}`)) scroller.replaceWith(...scroller.childNodes)
  const formulas = [...document.querySelectorAll<MathMLElement>('math')].filter((formula) => !formula.closest('table'))
  enlargeFormulas(formulas)
  // Measured before any is changed: each read after a change would force another layout.
  const shrunk = formulas.flatMap((formula) => {
    const { room, fitting, height } = tightestBox(formula, geometry, writing)
    if (fitting >= 1) return []
    const scrolls = fitting < MIN_SIZE && !writing.isVertical && height * SCROLLED_SIZE < geometry.depth / 2
    return [{ formula, size: emsOf(formula) * (scrolls ? SCROLLED_SIZE : fitting * ROUNDED), scrolls, room }]
  })
  setSizes(document, shrunk)
  for (const { formula, room } of shrunk.filter(({ scrolls }) => scrolls)) putInScroller(formula, room)
  if (focused !== document.activeElement) focused?.focus({ preventScroll: true })
}

/** Shrinks formulas until their table fits the page. Returns whether it does, at no less than a part of their size. */
export function shrinkFormulas(
  table: HTMLTableElement,
  formulas: MathMLElement[],
  geometry: PageGeometry,
  writing: Writing,
  least = MIN_SIZE,
): boolean {
  let part = 1
  // More than once: a table has parts that do not shrink with its formulas.
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { fitting } = tightestBox(table, geometry, writing)
    if (fitting >= 1) return true
    part *= fitting * ROUNDED
    if (part < least) return false
    setSizes(
      table.ownerDocument,
      formulas.map((formula) => ({ formula, size: emsOf(formula) * fitting * ROUNDED })),
    )
  }
  return tightestBox(table, geometry, writing).fitting >= 1
}

/** Gives formulas the size that the book gives them. */
export function enlargeFormulas(formulas: MathMLElement[]) {
  for (const formula of formulas) formula.removeAttribute('data-estante-wide')
}

/** Finds the box of an element that has the least room, and the part of its length that would fit there. */
function tightestBox(element: Element, geometry: PageGeometry, writing: Writing) {
  const { inlineSize, columns, inlineMargin } = geometry
  const column = inlineSize / columns
  const least = writing.isVertical ? element.scrollHeight : element.scrollWidth
  // An element that continues on the next page has a box on each.
  const boxes = [...element.getClientRects()].map(({ left, right, top, width, height }) => {
    const start = writing.isVertical ? top : writing.isRightToLeft ? -right : left
    const room = column - inlineMargin - (((start % column) + column) % column)
    return { room, fitting: room / Math.max(writing.isVertical ? height : width, least), height }
  })
  return boxes.sort((one, other) => one.fitting - other.fitting)[0] ?? { room: 0, fitting: 1, height: 0 }
}

function setSizes(document: Document, sizes: { formula: MathMLElement; size: number }[]) {
  if (sizes.length === 0) return
  for (const { formula, size } of sizes) {
    formula.style.setProperty('--estante-fitting', `${size.toFixed(3)}em`)
    formula.setAttribute('data-estante-wide', '')
  }
  // WebKit gives a formula its new height only at the next change of its style: now, rather than after pages are
  // measured.
  document.documentElement.getBoundingClientRect()
  for (const { formula } of sizes) formula.setAttribute('data-estante-wide', 'shrunk')
}

function putInScroller(formula: Element, widthPx: number) {
  const scroller = formula.ownerDocument.createElementNS(XHTML, 'span') as HTMLElement
  scroller.className = SCROLLER
  for (const [property, value] of Object.entries({ ...SCROLLER_STYLE, width: `${Math.floor(widthPx)}px` })) {
    scroller.style.setProperty(property, value, 'important')
  }
  formula.replaceWith(scroller)
  scroller.append(formula)
}

/** Returns the size of a formula in `em`. */
function emsOf(formula: Element) {
  return fontSizeOf(formula) / fontSizeOf(formula.parentElement!)
}

export function fontSizeOf(element: Element) {
  return Number.parseFloat(getComputedStyle(element).fontSize)
}
