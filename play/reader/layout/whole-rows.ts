import type { PageGeometry } from './page-geometry.ts'
import type { Steps } from './steps.ts'

/** Marks the elements that end a page. */
const PAGE_END = 'data-estante-page-end'

/** Removes the page ends within tables, before a layout at another size. */
export function joinRows(body: HTMLElement) {
  for (const end of body.querySelectorAll(`[${PAGE_END}]`)) end.remove()
}

/**
 * Moves each row that is divided between two pages to the second of them, with the rows that share a cell with it, if
 * they fit one: WebKit divides rows whatever `break-inside` says. Within a row it obeys a forced break: so an empty row
 * before the divided one ends the page. Before the first row, it would leave the border of the table on the page
 * before: an empty block before the table does.
 * `columnOf`: the page, or the column of a spread, that a box begins on.
 */
export function* keepRowsWhole(
  body: HTMLElement,
  { depth }: Pick<PageGeometry, 'depth'>,
  columnOf: (box: DOMRect) => number,
): Steps<void> {
  for (const table of body.querySelectorAll<HTMLTableElement>('table:not(table table)')) {
    for (const rows of groupsOf(table)) {
      const isDivided = () => rows.some((row) => isDividedRow(row, columnOf))
      if (!isDivided() || heightOf(rows) > depth) continue
      const moved = rows[0] === table.rows[0] ? table : rows[0]!
      const end = pageEnd(moved)
      moved.before(end)
      // Firefox and older Chromiums obey no break there.
      if (isDivided()) end.remove()
      yield
    }
  }
}

/** Groups rows by the cells that span several. */
function groupsOf({ rows }: HTMLTableElement): HTMLTableRowElement[][] {
  const groups: HTMLTableRowElement[][] = []
  let end = 0
  for (const [index, row] of [...rows].entries()) {
    if (index >= end) groups.push([])
    groups.at(-1)!.push(row)
    end = Math.max(end, index + 1, ...[...row.cells].map(({ rowSpan }) => index + rowSpan))
  }
  return groups
}

function isDividedRow(row: HTMLTableRowElement, columnOf: (box: DOMRect) => number) {
  if (row.getClientRects().length < 2) return false
  const content = row.ownerDocument.createRange()
  content.selectNodeContents(row)
  return new Set([...content.getClientRects()].map(columnOf)).size > 1
}

function heightOf(rows: HTMLTableRowElement[]) {
  return rows.flatMap((row) => [...row.getClientRects()]).reduce((sum, { height }) => sum + height, 0)
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
