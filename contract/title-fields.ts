import type { Static } from 'typebox'
import { PublicationType } from './partner/catalog.ts'
import { Type } from './schema.ts'

/** The fields by which every screen and list names a title. */
export const titleFields = {
  id: Type.String(),
  type: PublicationType,
  title: Type.String(),
  author: Type.String(),
}

/** How long a title is; empty where it is unknown. */
export const titleLength = {
  durationSeconds: Type.Optional(Type.Integer()),
  /** Of an e-book, unless it has pages. */
  chapters: Type.Optional(Type.Integer()),
  /** Of an e-book of fixed layout. */
  pages: Type.Optional(Type.Integer()),
}
const TitleLength = Type.Object(titleLength)
export type TitleLength = Static<typeof TitleLength>
