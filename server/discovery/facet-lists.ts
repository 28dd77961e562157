import type { listFacets } from '@estante/contract/play/discovery.ts'
import type { CountedFacet } from '@estante/contract/play/facets.ts'
import type { Query } from '@estante/contract/route.ts'
import { toSearchWords } from '../search-text.ts'
import { byKey, type PartnerTitles } from '../title-search/title-index.ts'

/**
 * Lists facets with how many titles each has, as a partner sees them. `after`: the last facet of the previous page, from
 * `facetCursorOf`.
 */
export function searchFacets(
  titles: PartnerTitles,
  { kind, q = '', sort = 'name' }: Omit<Query<typeof listFacets>, 'cursor' | 'limit'>,
  after: string | undefined,
  limit: number,
): CountedFacet[] {
  const words = toSearchWords(q)
  const found = titles.facets(kind).filter(({ key }) => words.every((word) => key.includes(word)))
  // Stable: facets with as many titles remain from A to Z.
  const ordered = sort === 'name' ? found : found.toSorted((one, other) => other.titles - one.titles)
  const from = after === undefined ? 0 : ordered.findIndex((facet) => isAfter(facet, after, sort))
  return from < 0 ? [] : ordered.slice(from, from + limit)
}

/** Encodes the position of a facet in a list, for a cursor. */
export function facetCursorOf({ titles, key }: CountedFacet): string {
  return `${titles} ${key}`
}

function byTitles(one: CountedFacet, other: CountedFacet): number {
  return other.titles - one.titles || byKey(one, other)
}

function isAfter(facet: CountedFacet, position: string, sort: 'name' | 'titles'): boolean {
  const space = position.indexOf(' ')
  const last = { titles: Number(position.slice(0, space)), key: position.slice(space + 1), name: '' }
  return (sort === 'name' ? byKey : byTitles)(facet, last) > 0
}
