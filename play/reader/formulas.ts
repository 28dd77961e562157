import { SCROLLER } from './chapter-text.ts'
import type { PageGeometry, Writing } from './page-geometry.ts'

/** A formula is not shrunk to less than this part of its size, which is hard to read: it scrolls at a larger one. */
const LEAST_SIZE = 0.6
const SCROLLED_SIZE = 0.75
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
 * small; in a table, shrinks one that widens it too much.
 */
export function tightenFormulas(document: Document, geometry: PageGeometry, writing: Writing) {
  const { inlineSize, columns, inlineMargin, blockSize, blockMarginStart, blockMarginEnd } = geometry
  for (const scroller of [...document.getElementsByClassName(SCROLLER)]) scroller.replaceWith(...scroller.childNodes)
  const formulas = [...document.querySelectorAll<MathMLElement>('math')]
  for (const formula of formulas) formula.removeAttribute('data-estante-wide')
  const column = inlineSize / columns
  const depth = blockSize - blockMarginStart - blockMarginEnd
  // Measured before any is changed: each read after a change would force another layout.
  const shrunk = formulas.flatMap((formula) => {
    const table = formula.closest('table')
    const wide = table ?? formula
    const least = writing.isVertical ? wide.scrollHeight : wide.scrollWidth
    // A table that continues on the next page has a box on each.
    const ofBoxes = [...wide.getClientRects()].map(({ left, right, top, width, height }) => {
      const start = writing.isVertical ? top : writing.isRightToLeft ? -right : left
      const room = column - inlineMargin - (((start % column) + column) % column)
      return { room, fitting: room / Math.max(writing.isVertical ? height : width, least), height }
    })
    const [tightest] = ofBoxes.sort((one, other) => one.fitting - other.fitting)
    if (!tightest || !(tightest.fitting < 1)) return []
    const { room, fitting, height } = tightest
    const scrolls = fitting < LEAST_SIZE && !table && !writing.isVertical && height * SCROLLED_SIZE < depth / 2
    // Widths of letters are rounded.
    const part = scrolls ? SCROLLED_SIZE : fitting * 0.98
    const size = (fontSizeOf(formula) / fontSizeOf(formula.parentElement!)) * part
    return [{ formula, size, room: scrolls ? room : undefined }]
  })
  if (shrunk.length === 0) return
  for (const { formula, size, room } of shrunk) {
    formula.style.setProperty('--estante-fitting', `${size.toFixed(3)}em`)
    formula.setAttribute('data-estante-wide', '')
    if (room !== undefined) putInScroller(formula, room)
  }
  // WebKit gives a formula its new height only at the next change of its style: now, rather than after pages are measured.
  document.documentElement.getBoundingClientRect()
  for (const { formula } of shrunk) formula.setAttribute('data-estante-wide', 'shrunk')
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

function fontSizeOf(element: Element) {
  return Number.parseFloat(getComputedStyle(element).fontSize)
}
