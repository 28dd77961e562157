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

/**
 * Splits a search into its words, for texts of `toSearchText`; an empty search into one empty word, which every text
 * contains. Symbols stay when there is nothing else: no text contains them.
 */
export function toSearchWords(q: string): string[] {
  return (toSearchText(q) || q.trim()).split(' ')
}
