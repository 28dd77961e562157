import type { PublicationType } from '@estante/contract/partner/catalog.ts'

/** What is looked for; an empty `q` is everything. */
export interface Search {
  q: string
  type: PublicationType | 'all'
}

/** What the address of Explorar looks for. */
export function readSearch(query: string): Search {
  const parameters = new URLSearchParams(query)
  const type = parameters.get('tipo')
  return {
    q: (parameters.get('q') ?? '').trim().slice(0, 128),
    type: type === 'audiobook' || type === 'ebook' ? type : 'all',
  }
}

/** The address of Explorar looking for this. */
export function exploreAddress({ q, type }: Search) {
  const parameters = new URLSearchParams({ ...(q && { q }), ...(type !== 'all' && { tipo: type }) })
  const query = parameters.toString()
  return query === '' ? '/explorar' : `/explorar?${query}`
}
