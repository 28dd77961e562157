import type { Static } from 'typebox'
import { Instant } from '../fields.ts'
import { Type } from '../schema.ts'

export const LastChange = Type.Object({
  by: Type.Object({ id: Type.String(), name: Type.String() }),
  at: Instant,
})
export type LastChange = Static<typeof LastChange>
