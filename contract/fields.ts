import type { TSchema } from 'typebox'
import { Type } from './schema.ts'

export const Instant = Type.String({ format: 'date-time' })

export function orNull<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}

/** A page of a list, and the cursor of the next one. */
export function pageOf<Schema extends TSchema>(item: Schema) {
  return Type.Object({ items: Type.Array(item), nextCursor: orNull(Type.String()) })
}
