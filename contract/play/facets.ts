import type { Static } from 'typebox'
import { Type } from '../schema.ts'

export const FacetKind = Type.Union([
  Type.Literal('author'),
  Type.Literal('narrator'),
  Type.Literal('subject'),
  Type.Literal('series'),
])
export type FacetKind = Static<typeof FacetKind>

/** What titles have in common. */
export const Facet = Type.Object({
  kind: FacetKind,
  /** What `listPublications` takes for it. */
  key: Type.String(),
  name: Type.String(),
  /** Of the title in a series. */
  number: Type.Optional(Type.Number()),
})
export type Facet = Static<typeof Facet>

export const CountedFacet = Type.Object({
  key: Type.String(),
  name: Type.String(),
  /** How many titles the member can open. */
  titles: Type.Integer(),
})
export type CountedFacet = Static<typeof CountedFacet>
