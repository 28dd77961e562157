import type { Static } from 'typebox'
import { Instant } from '../fields.ts'
import { Type } from '../schema.ts'

/** The author and the time of the last change. */
export const LastChange = Type.Object({
  by: Type.Object({ id: Type.String(), name: Type.String() }),
  at: Instant,
})
export type LastChange = Static<typeof LastChange>
