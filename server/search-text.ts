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
