/** A text as it is searched: lower case, no accents, words apart by one space and nothing else. */
export function toSearchText(...texts: string[]): string {
  return texts
    .join(' ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
