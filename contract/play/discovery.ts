import type { Static } from 'typebox'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { CountedFacet, Facet, FacetKind } from './facets.ts'
import { PublicationCard, PublicationPath } from './publications.ts'

export const listFacets = route({
  method: 'GET',
  path: '/play/v1/facets',
  access: 'member',
  operationId: 'listFacets',
  summary: 'Authors, narrators, subjects or series',
  description: 'Those with a title that the member can open. `q` looks in the name, whatever the accents and the case.',
  query: Type.Object({
    kind: FacetKind,
    q: Type.Optional(Type.String({ maxLength: 128 })),
    sort: Type.Optional(Type.Union([Type.Literal('name'), Type.Literal('titles')])),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 60 })),
    cursor: Type.Optional(Type.String({ maxLength: 4096 })),
  }),
  success: {
    status: 200,
    description: 'A page.',
    schema: Type.Object({
      items: Type.Array(CountedFacet),
      nextCursor: Type.Union([Type.String(), Type.Null()]),
    }),
  },
  errors: ['VALIDATION', 'INVALID_ACCESS_TOKEN'],
})

const FacetShelf = Type.Object({ facet: Facet, items: Type.Array(PublicationCard) })

export const Discoveries = Type.Object({
  /** By an author that the member began, without what they began. */
  moreBy: Type.Union([FacetShelf, Type.Null()]),
  /** Audiobooks of two hours at most, the newest first. */
  short: Type.Array(PublicationCard),
  /** Shelves of the most frequent subjects: first among the member's started titles, then among all. */
  subjects: Type.Array(FacetShelf),
})
export type Discoveries = Static<typeof Discoveries>

export const getDiscoveries = route({
  method: 'GET',
  path: '/play/v1/discoveries',
  access: 'member',
  operationId: 'getDiscoveries',
  summary: 'What else the home screen shows',
  description: 'Shelves that change with what the member began. A work is on each shelf once, in one of its forms.',
  success: { status: 200, description: 'The shelves.', schema: Discoveries },
  errors: ['INVALID_ACCESS_TOKEN'],
})

const RelatedTitles = Type.Object({
  /** The others of its first series, in their order. */
  series: Type.Array(PublicationCard),
  sameAuthor: Type.Array(PublicationCard),
  /** Titles with most subjects in common, except those above. */
  alike: Type.Array(PublicationCard),
})
export type RelatedTitles = Static<typeof RelatedTitles>

export const getRelated = route({
  method: 'GET',
  path: '/play/v1/publications/:id/related',
  access: 'member',
  operationId: 'getRelated',
  summary: 'Titles like this one',
  description: 'At most 20 of each kind. The same work in its other form is none of them.',
  params: PublicationPath,
  success: { status: 200, description: 'The titles.', schema: RelatedTitles },
  errors: ['INVALID_ACCESS_TOKEN', 'PUBLICATION_NOT_FOUND'],
})
