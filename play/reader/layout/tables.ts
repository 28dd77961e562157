import { enlargeFormulas, shrinkFormulas } from './formulas.ts'
import type { PageGeometry, Writing } from './page-geometry.ts'

/**
 * Shrinks the text of a table that does not fit, then its formulas, and breaks its words only where that is not enough.
 * `page-style.ts` has the rules.
 */
export function tightenTables(document: Document, geometry: PageGeometry, writing: Writing) {
  const room = geometry.inlineSize / geometry.columns - geometry.inlineMargin * 2
  for (const table of document.querySelectorAll('table')) {
    const formulas = [...table.querySelectorAll<MathMLElement>('math')].filter((one) => one.closest('table') === table)
    const fits = () => (writing.isVertical ? table.scrollHeight : table.scrollWidth) <= room + 1
    table.removeAttribute('data-estante-wide')
    enlargeFormulas(formulas)
    for (const step of ['tight', 'small', 'broken']) {
      if (fits()) break
      table.setAttribute('data-estante-wide', step)
      if (formulas.length === 0 || step === 'tight' || fits()) continue
      if (step === 'broken') shrinkFormulas(table, formulas, geometry, writing, 0)
      else if (!shrinkFormulas(table, formulas, geometry, writing)) enlargeFormulas(formulas)
    }
  }
}
