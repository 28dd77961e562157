import type { Static } from 'typebox'
import { IdPath, oneOf, orNull, pageOf } from '../fields.ts'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { CountedFacet, Facet, FacetKind } from './facets.ts'
import { PublicationCard } from './publications.ts'

/** Facets with a title that the member can open. `q` searches the name, ignoring accents and case. */
export const listFacets = route('GET', '/play/v1/facets', {
  access: 'member',
  query: Type.Object({
    kind: FacetKind,
    q: Type.Optional(Type.String({ maxLength: 128 })),
    sort: Type.Optional(oneOf(['name', 'titles'])),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 60 })),
    cursor: Type.Optional(Type.String({ maxLength: 4096 })),
  }),
  answer: pageOf(CountedFacet),
})

const FacetShelf = Type.Object({ facet: Facet, items: Type.Array(PublicationCard) })

export const Discoveries = Type.Object({
  /** Titles not yet started, by an author of whom the member started a title. */
  moreBy: orNull(FacetShelf),
  /** Audiobooks of at most two hours, newest first. */
  short: Type.Array(PublicationCard),
  /** Shelves of the most frequent subjects: first among the member's started titles, then among all. */
  subjects: Type.Array(FacetShelf),
})
export type Discoveries = Static<typeof Discoveries>

/** Shelves based on the titles that the member started. A work is at most once on each shelf, in one of its forms. */
export const getDiscoveries = route('GET', '/play/v1/discoveries', {
  access: 'member',
  answer: Discoveries,
})

const RelatedTitles = Type.Object({
  /** The other titles of its first series, in order. */
  series: Type.Array(PublicationCard),
  sameAuthor: Type.Array(PublicationCard),
  /** Titles that share the most subjects and are in no other list. */
  alike: Type.Array(PublicationCard),
})
export type RelatedTitles = Static<typeof RelatedTitles>

/** At most 20 of each kind, without the other form of the same work. */
export const getRelated = route('GET', '/play/v1/publications/:id/related', {
  access: 'member',
  params: IdPath,
  answer: RelatedTitles,
})
