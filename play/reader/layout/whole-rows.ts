import type { PageGeometry } from './page-geometry.ts'
import type { Steps } from './steps.ts'

/** Marks the rows that end a page. */
const PAGE_END = 'data-estante-page-end'

/** Removes the page ends within tables, before a layout at another size. */
export function joinRows(body: HTMLElement) {
  for (const row of body.querySelectorAll(`[${PAGE_END}]`)) row.remove()
}

/**
 * Moves each row that is divided between two pages, and fits one, to the second of them: WebKit divides rows whatever
 * `break-inside` says. Within a row it obeys a forced break: so an empty row before the divided one ends the page.
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
      const end = pageEnd(row)
      row.before(end)
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

function pageEnd({ ownerDocument }: HTMLTableRowElement) {
  const [row, cell, end] = (['tr', 'td', 'div'] as const).map((name) => {
    const element = ownerDocument.createElementNS('http://www.w3.org/1999/xhtml', name) as HTMLElement
    for (const property of ['height', 'padding', 'border']) element.style.setProperty(property, '0', 'important')
    return element
  }) as [HTMLElement, HTMLElement, HTMLElement]
  end.style.setProperty('break-after', 'column', 'important')
  row.setAttribute(PAGE_END, '')
  row.setAttribute('aria-hidden', 'true')
  cell.append(end)
  row.append(cell)
  return row
}
