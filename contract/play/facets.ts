import type { Static } from 'typebox'
import { oneOf } from '../fields.ts'
import { Type } from '../schema.ts'

export const FacetKind = oneOf(['author', 'narrator', 'subject', 'series'])
export type FacetKind = Static<typeof FacetKind>

/** An author, narrator, subject or series of titles. */
export const Facet = Type.Object({
  kind: FacetKind,
  /** Parameter of `listPublications`. */
  key: Type.String(),
  name: Type.String(),
  /** Number of the title in a series. */
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
