import type { Static } from 'typebox'
import { IdPath, orNull } from '../fields.ts'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { LastChange } from './last-change.ts'

/* The pairing of an e-book's chapters with its audiobook's, for operators. */

const Index = Type.Integer({ minimum: 0, maximum: 100_000 })
/** Consecutive parts, by the indexes of the first and the last into `ebook.parts` or `audiobook.parts`. */
const Range = Type.Object({ first: Index, last: Index })
export type ChapterRange = Static<typeof Range>
/** The same stretch of the work: several chapters may be one track, and a chapter several tracks. */
const Pair = Type.Object({ ebook: Range, audiobook: Range })
export type ChapterPair = Static<typeof Pair>

/** A form of the title, with its parts in order. */
const Form = Type.Object({
  id: Type.String(),
  revision: Type.Integer(),
  parts: Type.Array(Type.Object({ title: Type.String(), size: Type.Number() })),
})

export const ChapterPairs = Type.Object({
  title: Type.String(),
  /** Identifies the files of both forms and the confirmed pairs. */
  version: Type.String(),
  /** `size` in letters. */
  ebook: Form,
  /** `size` in seconds. */
  audiobook: Form,
  /** Proposed from titles and lengths; ascending in both forms. */
  proposed: Type.Array(Pair),
  /** The pairs that an operator confirmed, used instead of the proposed ones; null for none. */
  confirmed: orNull(Type.Array(Pair)),
  confirmedChange: orNull(LastChange),
  /** The pairs that were confirmed for earlier files and no longer apply, as far as these have their parts; or null. */
  outdated: orNull(Type.Array(Pair)),
})
export type ChapterPairs = Static<typeof ChapterPairs>

/** `PUBLICATION_NOT_FOUND` as well for a title that has one form only, or was never measured. */
export const getChapterPairs = route('GET', '/panel/v1/publications/:id/chapter-pairs', {
  access: { roles: ['operator'] },
  params: IdPath,
  answer: ChapterPairs,
})

/**
 * Confirms pairs, or with null returns to the proposed ones; takes effect at once. An outdated version is refused with
 * `CHANGED_MEANWHILE`, unless the pairs are those confirmed already.
 */
export const confirmChapterPairs = route('PUT', '/panel/v1/publications/:id/chapter-pairs', {
  access: { roles: ['operator'] },
  params: IdPath,
  body: Type.Object({
    pairs: orNull(Type.Array(Pair, { maxItems: 5000 })),
    version: Type.String(),
  }),
  answer: ChapterPairs,
})
