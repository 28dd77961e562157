import { PublicationType } from './partner/catalog.ts'
import { Type } from './schema.ts'

/** The fields by which every screen and list names a title. */
export const titleFields = {
  id: Type.String(),
  type: PublicationType,
  title: Type.String(),
  author: Type.String(),
}
