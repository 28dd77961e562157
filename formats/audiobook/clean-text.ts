/** Longer than any text that is shown (`tidy-texts.ts`), and short enough to clean fast. */
const MAX_CHARACTERS = 64 * 1024

/** Cleans the text of a tag: one line, without markup, control characters or characters that no database can store. */
export function cleanText(text: string): string {
  return text
    .slice(0, MAX_CHARACTERS)
    .toWellFormed()
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, ' ')
    .replace(/[\p{Cc}\p{Co}\p{Cn}\uFEFF\uFFFD\u200B\u2028-\u202E\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Derives a title from a file name: `01 - a_janela.mp3` becomes `A janela`. Empty for a name that is only a number. */
export function cleanFileName(name: string): string {
  const title = cleanText(
    name
      .replace(/\.[a-z0-9]{2,4}$/i, '')
      .replaceAll('_', ' ')
      .replace(/^\s*\d{1,4}(\s*[-–—.)]\s*|\s+|$)/, ''),
  )
  return title.charAt(0).toLocaleUpperCase('pt') + title.slice(1)
}
