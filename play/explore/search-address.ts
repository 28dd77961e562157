import type { PublicationType } from '@estante/contract/partner/catalog.ts'
import type { FacetKind } from '@estante/contract/play/facets.ts'

export type Order = 'relevance' | 'newest' | 'title' | 'length' | 'series'

/** A search; an empty `q` matches everything. */
export interface Search {
  q: string
  type: PublicationType | 'all'
  order: Order
  facet?: { kind: FacetKind; key: string }
}

export interface FacetSearch {
  kind: FacetKind
  q: string
  order: 'name' | 'titles'
}

/** Their names in addresses. */
const KINDS: Record<FacetKind, string> = { author: 'autor', narrator: 'narrador', subject: 'assunto', series: 'serie' }
const ORDERS: Record<Order, string> = {
  relevance: 'relevancia',
  newest: 'novos',
  title: 'titulo',
  length: 'duracao',
  series: 'serie',
}

/** Parses the address of Explorar. */
export function readSearch(query: string): Search | FacetSearch {
  const parameters = new URLSearchParams(query)
  const q = (parameters.get('q') ?? '').trim().slice(0, 128)
  const listed = keyOf(KINDS, parameters.get('lista'))
  if (listed) return { kind: listed, q, order: parameters.get('ordem') === 'titulos' ? 'titles' : 'name' }
  const kind = (Object.keys(KINDS) as FacetKind[]).find((one) => parameters.get(KINDS[one]))
  const type = parameters.get('tipo')
  const facet = kind && { kind, key: parameters.get(KINDS[kind])! }
  return {
    q,
    type: type === 'audiobook' || type === 'ebook' ? type : 'all',
    order: keyOf(ORDERS, parameters.get('ordem')) ?? usualOrder({ q, facet }),
    ...(facet && { facet }),
  }
}

/** Returns the order without a choice: by relevance for a text, by number in a series, otherwise the newest first. */
function usualOrder({ q, facet }: { q: string; facet?: Search['facet'] | undefined }): Order {
  if (q) return 'relevance'
  return facet?.kind === 'series' ? 'series' : 'newest'
}

/** Returns the search with another text. Keeps an order that the member chose. */
export function withText(search: Search, q: string): Search {
  return { ...search, q, order: search.order === usualOrder(search) ? usualOrder({ ...search, q }) : search.order }
}

export function exploreAddress({ q, type, order, facet }: Search) {
  return toAddress({
    ...(facet && { [KINDS[facet.kind]]: facet.key }),
    ...(q && { q }),
    ...(type !== 'all' && { tipo: type }),
    ...(order !== usualOrder({ q, facet }) && { ordem: ORDERS[order] }),
  })
}

export function facetAddress(facet: { kind: FacetKind; key: string }) {
  return exploreAddress({ q: '', type: 'all', order: usualOrder({ q: '', facet }), facet })
}

export function facetListAddress({ kind, q = '', order = 'name' }: Partial<FacetSearch> & Pick<FacetSearch, 'kind'>) {
  return toAddress({ lista: KINDS[kind], ...(q && { q }), ...(order === 'titles' && { ordem: 'titulos' }) })
}

function toAddress(parameters: Record<string, string>) {
  const query = new URLSearchParams(parameters).toString()
  return query === '' ? '/explorar' : `/explorar?${query}`
}

function keyOf<Key extends string>(names: Record<Key, string>, name: string | null): Key | undefined {
  return (Object.keys(names) as Key[]).find((key) => names[key] === name)
}
