import { query } from '../router.ts'
import { CatalogScreen } from './catalog-screen.tsx'
import { FacetListScreen } from './facet-list-screen.tsx'
import { FacetScreen } from './facet-screen.tsx'
import { readSearch } from './search-address.ts'

/** Explorar: the whole catalog, a list of names, or the titles of one of them, as the address says. */
export function ExploreScreen() {
  const wanted = readSearch(query.value)
  if ('kind' in wanted) return <FacetListScreen wanted={wanted} key={wanted.kind} />
  if (wanted.facet) return <FacetScreen search={{ ...wanted, facet: wanted.facet }} />
  return <CatalogScreen wanted={wanted} />
}
