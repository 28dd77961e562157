import type { Static } from 'typebox'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { storableText } from '../text.ts'

export const Definitions = Type.Object({
  /** Entries of the operator's dictionaries, exact spellings first; empty when no dictionary has the word. */
  entries: Type.Array(
    Type.Object({
      headword: Type.String(),
      /** Plain text; each line is a paragraph. */
      definition: Type.String(),
      /** The name of the dictionary. */
      source: Type.String(),
    }),
  ),
})
export type Definitions = Static<typeof Definitions>

/**
 * Searches the StarDict dictionaries that the operator installed (`hasDictionary` of the profile: whether there are
 * any). Ignores accents and case, and finds Portuguese words by their plurals, feminine forms, diminutives and
 * conjugations.
 */
export const lookUpWord = route('GET', '/play/v1/dictionary', {
  access: 'member',
  query: Type.Object({ word: storableText({ minLength: 1, maxLength: 80 }) }),
  answer: Definitions,
})
