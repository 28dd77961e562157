import { query } from '../router.ts'
import { CatalogScreen } from './catalog-screen.tsx'
import { FacetListScreen } from './facet-list-screen.tsx'
import { FacetScreen } from './facet-screen.tsx'
import { readSearch } from './search-address.ts'

/** Explorar: the catalog, a list of facets, or the titles of one, by the address. */
export function ExploreScreen() {
  const wanted = readSearch(query.value)
  if ('kind' in wanted) return <FacetListScreen wanted={wanted} key={wanted.kind} />
  if (wanted.facet) return <FacetScreen search={{ ...wanted, facet: wanted.facet }} />
  return <CatalogScreen wanted={wanted} />
}
