import type { Static } from 'typebox'
import { IdPath, orNull } from '../fields.ts'
import { Locator } from '../locator.ts'
import { route } from '../route.ts'
import { Type } from '../schema.ts'

export const BookHit = Type.Object({
  /** Index in the reading order. */
  chapter: Type.Integer(),
  /** Letter offset of the hit in its chapter, and its length in letters, counted like `locations.progression`. */
  letter: Type.Integer(),
  letters: Type.Integer(),
  /** `text` has the sentence around the hit, truncated if long. */
  locator: Locator,
})
export type BookHit = Static<typeof BookHit>

export const BookHits = Type.Object({
  /** False without a search index: the title is an audiobook, or too long. */
  isIndexed: Type.Boolean(),
  /** Nothing matched exactly: the hits differ by a letter or two. */
  isFuzzy: Type.Boolean(),
  /** Number of hits in the whole book. */
  total: Type.Integer(),
  /** The chapters with hits, in order. */
  chapters: Type.Array(Type.Object({ chapter: Type.Integer(), title: orNull(Type.String()), hits: Type.Integer() })),
  /** A page of hits, in the order of the book. */
  items: Type.Array(BookHit),
  nextCursor: orNull(Type.String()),
})
export type BookHits = Static<typeof BookHits>

/**
 * Matches consecutive words of a paragraph, ignoring accents and case; the last word may be incomplete, unless a quote
 * closes after it. Without a match, tolerates typing mistakes: one letter in words of four or more, two in words of
 * eight or more.
 */
export const searchInBook = route('GET', '/play/v1/publications/:id/search', {
  access: 'member',
  params: IdPath,
  query: Type.Object({
    q: Type.String({ minLength: 1, maxLength: 128 }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 30 })),
    cursor: Type.Optional(Type.String({ maxLength: 256 })),
  }),
  answer: BookHits,
})
