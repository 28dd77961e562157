import { bakery } from './figures/a-padaria-das-quatro.ts'
import { mangoTree } from './figures/notas-ao-pe-da-mangueira.ts'
import { lighthouse } from './figures/o-farol-de-sal.ts'
import { winds } from './figures/pequeno-atlas-dos-ventos.ts'
import { yard } from './figures/quintal-de-dentro.ts'

/** The pictures inside the books, by name, as SVG. The texts ask for them as `.svg` or as `.png`. */
export const figures: Record<string, () => string> = { ...bakery, ...mangoTree, ...lighthouse, ...winds, ...yard }
