import { FIT } from './fit.ts'
import { enlargeFormulas, fontSizeOf, shrinkFormulas } from './formulas.ts'
import { SCROLLER } from './letter-boxes.ts'
import type { PageGeometry, Writing } from './page-geometry.ts'

/** In a column that is narrower than this, many words and numbers would be broken. */
const MIN_COLUMN_EMS = 4.5

/**
 * Overrides the width of a table that does not fit, then shrinks its text, then its formulas, and breaks its words only
 * where that is not enough. A table of too many columns for that scrolls instead. `page-style.ts` has the rules.
 */
export function tightenTables(document: Document, geometry: PageGeometry, writing: Writing) {
  const { room } = geometry
  const tables = [...document.querySelectorAll('table')]
  const isWide = (table: Element) => (writing.isVertical ? table.scrollHeight : table.scrollWidth) > room + 1
  for (const table of tables) {
    table.removeAttribute('data-estante-wide')
    table.classList.remove(SCROLLER)
  }
  // `max-inline-size` limits no such width in WebKit, and in no engine that of a table in another's cell.
  for (const table of tables.filter(isWide)) table.setAttribute(FIT, 'size')
  for (const table of tables) {
    const formulas = [...table.querySelectorAll<MathMLElement>('math')].filter((one) => one.closest('table') === table)
    const fits = () => !isWide(table)
    enlargeFormulas(formulas)
    for (const step of ['tight', 'small', 'broken']) {
      if (fits()) break
      if (step === 'broken' && !writing.isVertical && room / columnsOf(table) < MIN_COLUMN_EMS * fontSizeOf(table)) {
        table.setAttribute('data-estante-wide', 'scrolled')
        table.classList.add(SCROLLER)
        break
      }
      table.setAttribute('data-estante-wide', step)
      if (formulas.length === 0 || step === 'tight' || fits()) continue
      if (step === 'broken') shrinkFormulas(table, formulas, geometry, writing, 0)
      else if (!shrinkFormulas(table, formulas, geometry, writing)) enlargeFormulas(formulas)
    }
  }
}

function columnsOf({ rows }: HTMLTableElement): number {
  return Math.max(1, ...[...rows].map(({ cells }) => [...cells].reduce((sum, { colSpan }) => sum + colSpan, 0)))
}
