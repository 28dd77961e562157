const MAX_WORDS = 2
const MAX_LETTERS = 80

/** Returns a selection of one or two words without surrounding punctuation; undefined for anything longer. */
export function toTerm(selection: string): string | undefined {
  const term = selection.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').replace(/\s+/g, ' ')
  if (!/\p{L}/u.test(term) || term.length > MAX_LETTERS) return undefined
  return term.split(' ').length <= MAX_WORDS ? term : undefined
}
