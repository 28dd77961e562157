/** Returns the beginning of a text that is too long, cut after a word. */
export function excerptOf(text: string, maxCharacters: number): string {
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters).replace(/\s\S*$/u, '')}…` : text
}
