import { createFilteredPages, createPages } from '@estante/client/pages.ts'
import type { PublicationCard } from '@estante/contract/play/publications.ts'
import { getPatiently } from '../session/resource.ts'
import type { Search } from './search-address.ts'

/** What Explorar shows for a search, as it was left while the member visits other screens. */
export const explored = createFilteredPages<Search, PublicationCard>(findTitles)

/** Every e-book. */
export const allEbooks = createPages<PublicationCard>((cursor) =>
  findTitles({ q: '', type: 'ebook', ...(cursor && { cursor }) }),
)

function findTitles({ q, type, cursor }: Search & { cursor?: string }) {
  const query = new URLSearchParams({ ...(q && { q }), ...(type !== 'all' && { type }), ...(cursor && { cursor }) })
  return getPatiently(`/play/v1/publications?${query}`)
}
