import { createFilteredPages, createPages } from '@estante/client/pages.ts'
import type { CountedFacet } from '@estante/contract/play/facets.ts'
import type { PublicationCard, PublicationPage } from '@estante/contract/play/publications.ts'
import { signal } from '@preact/signals'
import { getData } from '../session/resource.ts'
import type { FacetSearch, Search } from './search-address.ts'

/** The titles found in Explorar, remembered while the member visits other screens. */
export const titlesOfSearch = createFilteredPages<Search, PublicationCard, Pick<PublicationPage, 'correctedTo'>>(
  findTitles,
)

/** The titles of an author, a narrator, a subject or a series. */
export const titlesOfFacet = createFilteredPages<Search, PublicationCard>(async (search) => {
  const page = await findTitles(search)
  if (!search.cursor) selectedFacet.value = page.facet && search.facet && { ...page.facet, kind: search.facet.kind }
  return page
})

/** The facet whose titles were loaded last. */
export const selectedFacet = signal<CountedFacet & NonNullable<Search['facet']>>()

/** Authors, narrators, subjects or series. */
export const listedFacets = createFilteredPages<FacetSearch, CountedFacet>(({ kind, q, order, cursor }) => {
  const query = new URLSearchParams({ kind, sort: order, ...(q && { q }), ...(cursor && { cursor }) })
  return getData(`/play/v1/facets?${query}`)
})

export const allEbooks = createPages<PublicationCard>((cursor) =>
  findTitles({ q: '', type: 'ebook', order: 'newest', ...(cursor && { cursor }) }),
)

function findTitles({ q, type, order, facet, cursor }: Search & { cursor?: string }) {
  const query = new URLSearchParams({
    ...(q && { q }),
    ...(type !== 'all' && { type }),
    ...(order !== 'relevance' && { sort: order }),
    ...(facet && { [facet.kind]: facet.key }),
    ...(cursor && { cursor }),
  })
  return getData(`/play/v1/publications?${query}`)
}
