const LETTERS = 'ÀÁÂÃÇÉÊÍÓÔÕÚÜàáâãçéêíóôõúü'
/** Of names and quotations. */
const FOREIGN_LETTERS = 'ÈËÏÑÖèëìïñòöù'
const SIGNS = 'ªº«»°·‐–—‘’“”…•€\u00a0\u00ad'

/** The characters of nearly every text in Portuguese: the build cuts fonts down to them. */
export const PORTUGUESE_CHARACTERS = printableAscii() + LETTERS + FOREIGN_LETTERS + SIGNS

const OTHER = new RegExp(`[^${PORTUGUESE_CHARACTERS.replaceAll(/[\\\]^-]/g, '\\$&')}\\s]`, 'u')

/** Whether a text has no other characters. */
export function isPortuguese(text: string): boolean {
  return !OTHER.test(text)
}

function printableAscii(): string {
  return String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index))
}
