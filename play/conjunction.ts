/*
 * Lists in Portuguese, as `Intl.ListFormat('pt-BR')` writes them: creating one takes longer on a phone than drawing a
 * screen.
 */

/** Joins words: `a, b e c`. */
export function joinWithAnd(words: readonly string[]): string {
  return words.map((word, index) => word + separatorAfter(index, words.length)).join('')
}

/** The text between an item of a list and the next one. */
export function separatorAfter(index: number, count: number): string {
  if (index === count - 1) return ''
  return index === count - 2 ? ' e ' : ', '
}
