import type { PageGeometry } from './page-geometry.ts'
import type { Steps } from './steps.ts'

/** Marks the elements that end a page. */
const PAGE_END = 'data-estante-page-end'

/** Removes the page ends within tables, before a layout at another size. */
export function joinRows(body: HTMLElement) {
  for (const end of body.querySelectorAll(`[${PAGE_END}]`)) end.remove()
}

/**
 * Moves each row that is divided between two pages, and fits one, to the second of them: WebKit divides rows whatever
 * `break-inside` says. Within a row it obeys a forced break: so an empty row before the divided one ends the page. Before
 * the first row, it would leave the border of the table on the page before: an empty block before the table does.
 * `columnOf`: the page, or the column of a spread, that a box begins on.
 */
export function* keepRowsWhole(
  body: HTMLElement,
  { depth }: Pick<PageGeometry, 'depth'>,
  columnOf: (box: DOMRect) => number,
): Steps<void> {
  for (const table of body.querySelectorAll<HTMLTableElement>('table:not(table table)')) {
    /** The first row after the cells that span several. */
    let free = 0
    for (const [index, row] of [...table.rows].entries()) {
      const isFree = index >= free
      free = Math.max(free, index + Math.max(0, ...[...row.cells].map(({ rowSpan }) => rowSpan)))
      if (!isFree || !isDivided(row, depth, columnOf)) continue
      const moved = index === 0 ? table : row
      const end = pageEnd(moved)
      moved.before(end)
      // Firefox and older Chromiums obey no break there.
      if (isDivided(row, depth, columnOf)) end.remove()
      yield
    }
  }
}

function isDivided(row: HTMLTableRowElement, depth: number, columnOf: (box: DOMRect) => number) {
  const parts = [...row.getClientRects()]
  if (parts.length < 2 || parts.reduce((sum, { height }) => sum + height, 0) > depth) return false
  const content = row.ownerDocument.createRange()
  content.selectNodeContents(row)
  return new Set([...content.getClientRects()].map(columnOf)).size > 1
}

/** Creates an element of no height to end the page before a table or a row. */
function pageEnd(moved: HTMLElement) {
  const names = moved.matches('table') ? ['div'] : ['tr', 'td', 'div']
  const elements = names.map((name) => {
    const element = moved.ownerDocument.createElementNS('http://www.w3.org/1999/xhtml', name) as HTMLElement
    for (const property of ['height', 'padding', 'border']) element.style.setProperty(property, '0', 'important')
    return element
  })
  elements.at(-1)!.style.setProperty('break-after', 'column', 'important')
  const end = elements.reduceRight((inner, outer) => {
    outer.append(inner)
    return outer
  })
  end.setAttribute(PAGE_END, '')
  end.setAttribute('aria-hidden', 'true')
  return end
}
