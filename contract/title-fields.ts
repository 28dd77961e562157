import { PublicationType } from './partner/catalog.ts'
import { Type } from './schema.ts'

/** What names a title wherever one is shown. */
export const titleFields = {
  id: Type.String(),
  type: PublicationType,
  title: Type.String(),
  author: Type.String(),
}
