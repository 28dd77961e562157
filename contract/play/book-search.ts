import type { Static } from 'typebox'
import { Locator } from '../locator.ts'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { storableText } from '../text.ts'

export const BookHit = Type.Object({
  /** Index in the reading order. */
  chapter: Type.Integer(),
  /** Letters of the chapter before what was found, and how many letters it is long, as `locations.progression` counts them. */
  letter: Type.Integer(),
  letters: Type.Integer(),
  /** Its sentence is in `text`, cut where it is long. */
  locator: Locator,
})
export type BookHit = Static<typeof BookHit>

export const BookHits = Type.Object({
  /** False where a book has no index: an earlier version imported it, it is longer than can be searched, or it is an audiobook. */
  isIndexed: Type.Boolean(),
  /** Nothing was as written: these differ in a letter or two. */
  isFuzzy: Type.Boolean(),
  /** How many in the whole book. */
  total: Type.Integer(),
  /** The chapters that have any, in order. */
  chapters: Type.Array(
    Type.Object({ chapter: Type.Integer(), title: Type.Union([Type.String(), Type.Null()]), hits: Type.Integer() }),
  ),
  /** A page of them, in the order of the book. */
  items: Type.Array(BookHit),
  nextCursor: Type.Union([Type.String(), Type.Null()]),
})
export type BookHits = Static<typeof BookHits>

export const searchInBook = route({
  method: 'GET',
  path: '/play/v1/publications/:id/search',
  access: 'member',
  operationId: 'searchInBook',
  summary: 'Search in a book',
  description:
    'Words that follow each other in a paragraph, whatever the accents and the case, the last one perhaps unfinished. Where there is none, typing mistakes are forgiven: a letter in words of four, two in words of eight.',
  params: Type.Object({ id: storableText({ maxLength: 64 }) }),
  query: Type.Object({
    q: Type.String({ minLength: 1, maxLength: 128 }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 30 })),
    cursor: Type.Optional(Type.String({ maxLength: 256 })),
  }),
  success: { status: 200, description: 'What was found.', schema: BookHits },
  errors: ['VALIDATION', 'INVALID_ACCESS_TOKEN', 'PUBLICATION_NOT_FOUND'],
})
