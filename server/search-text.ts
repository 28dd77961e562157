/** Normalizes a text for search: lower case, without accents, words separated by one space. */
export function toSearchText(...texts: string[]): string {
  return texts
    .join(' ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** No text of `toSearchText` contains it, and it is no wildcard of SQL's LIKE. */
const UNMATCHED_WORD = '!'

/**
 * Splits a search into its distinct words, for texts of `toSearchText`. A blank search has none; one of only symbols
 * has a word that no text contains.
 */
export function toSearchWords(q: string): string[] {
  const text = toSearchText(q)
  if (text !== '') return [...new Set(text.split(' '))]
  return q.trim() === '' ? [] : [UNMATCHED_WORD]
}
