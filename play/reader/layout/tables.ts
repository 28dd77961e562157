import { FIT } from './fit.ts'
import { enlargeFormulas, shrinkFormulas } from './formulas.ts'
import { SCROLLER } from './letter-boxes.ts'
import type { PageGeometry, Writing } from './page-geometry.ts'

/** Longer than a word: an address, a key, or a script without spaces. */
const LONG_STRING = /\S{28}/

/**
 * Overrides the width of a table that does not fit, then shrinks its text, then its formulas, then breaks strings that
 * are longer than words. A table that still does not fit scrolls, or, in vertical writing, has its formulas shrunk on.
 * `page-style.ts` has the rules.
 */
export function tightenTables(document: Document, geometry: PageGeometry, writing: Writing) {
  const { room } = geometry
  const tables = [...document.querySelectorAll('table')]
  const isWide = (table: Element) => (writing.isVertical ? table.scrollHeight : table.scrollWidth) > room + 1
  for (const table of tables) {
    table.removeAttribute('data-estante-wide')
    table.classList.remove(SCROLLER)
  }
  for (const cell of document.querySelectorAll('[data-estante-long]')) cell.removeAttribute('data-estante-long')
  // `max-inline-size` limits no such width in WebKit, and in no engine that of a table in another's cell.
  for (const table of tables.filter(isWide)) table.setAttribute(FIT, 'size')
  const steps = ['tight', 'small', 'broken', ...(writing.isVertical ? [] : ['scrolled'])]
  for (const table of tables) {
    const formulas = [...table.querySelectorAll<MathMLElement>('math')].filter((one) => one.closest('table') === table)
    const fits = () => !isWide(table)
    enlargeFormulas(formulas)
    for (const step of steps) {
      if (fits()) break
      table.setAttribute('data-estante-wide', step)
      if (step === 'broken') markLongCells(table)
      if (step === 'scrolled') table.classList.add(SCROLLER)
      if (formulas.length === 0 || step === 'tight' || step === 'scrolled' || fits()) continue
      const least = step === 'broken' && writing.isVertical ? 0 : undefined
      if (!shrinkFormulas(table, formulas, geometry, writing, least) && least === undefined) enlargeFormulas(formulas)
    }
  }
}

function markLongCells({ rows }: HTMLTableElement) {
  for (const { cells } of rows) {
    for (const cell of cells) if (LONG_STRING.test(cell.innerText)) cell.setAttribute('data-estante-long', '')
  }
}
