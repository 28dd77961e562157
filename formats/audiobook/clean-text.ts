/** Far more than is shown of any text (`tidy-texts.ts`), and less than takes long to clean. */
const MAX_CHARACTERS = 64 * 1024

/** Text from a tag on one line: no markup, no control characters, nothing a database cannot store. */
export function cleanText(text: string): string {
  return text
    .slice(0, MAX_CHARACTERS)
    .toWellFormed()
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, ' ')
    .replace(/[\p{Cc}\p{Co}\p{Cn}\uFEFF\uFFFD\u200B\u2028-\u202E\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** `01 - a_janela.mp3` is `A janela`; a name of nothing but a number is empty. */
export function cleanFileName(name: string): string {
  const words = cleanText(
    name
      .replace(/\.[a-z0-9]{2,4}$/i, '')
      .replaceAll('_', ' ')
      .replace(/^\s*\d{1,4}(\s*[-–—.)]\s*|\s+|$)/, ''),
  )
  return words.charAt(0).toLocaleUpperCase('pt') + words.slice(1)
}
