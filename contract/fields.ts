import type { TSchema, TUnsafe } from 'typebox'
import { Type } from './schema.ts'
import { storableText } from './text.ts'

export const Instant = Type.String({ format: 'date-time' })

/** A UUID that the page mints. */
export const PageUuid = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' })

/** The figures of a month, as the report of usage defines them (`partner/usage.ts`). */
export const usageFigures = {
  titlesStarted: Type.Integer(),
  listeningSeconds: Type.Integer(),
  readingChapters: Type.Integer(),
}

/** The parameter of a path that names one thing by its id. */
export const IdPath = Type.Object({ id: storableText({ maxLength: 64 }) })

export function orNull<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}

/** Builds the schema of one of these texts. */
export function oneOf<const Text extends string>(
  texts: readonly Text[],
  options?: { description?: string; default?: Text },
) {
  return Type.Union(
    texts.map((text) => Type.Literal(text)),
    options,
  ) as unknown as TUnsafe<Text>
}

/** Creates the schema of a page of a list, with the cursor of the next one. */
export function pageOf<Schema extends TSchema>(item: Schema) {
  return Type.Object({ items: Type.Array(item), nextCursor: orNull(Type.String()) })
}

/** Like `pageOf`, with the cursor of the previous page. */
export function twoWayPageOf<Schema extends TSchema>(item: Schema) {
  return Type.Object({ ...pageOf(item).properties, previousCursor: orNull(Type.String()) })
}
