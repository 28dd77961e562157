/*
 * Removes or shows deceptive text: line breaks, other control characters, and bidirectional controls (UAX 9, section
 * 2). `toOneLine` and `toParagraphs` clean text before it is stored; `toVisibleText` shows text that is stored
 * unchanged.
 */

const LINE_BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g
const PARAGRAPH_BREAKS = /\r\n?|[\u0085\u2028\u2029]/g
const DECEIVING = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu
/** The same, except for the line breaks and tabs of ordinary text. */
const HIDDEN = /(?![\t\n\r])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** Cleans a name or a title: one line, without control and bidirectional characters. */
export function toOneLine(text: string): string {
  return text.replace(LINE_BREAKS, ' ').replace(DECEIVING, '')
}

/** Cleans a description: keeps its line breaks, removes other control and bidirectional characters. */
export function toParagraphs(text: string): string {
  return text.replace(PARAGRAPH_BREAKS, '\n').replace(HIDDEN, '')
}

/** Replaces deceptive characters of stored text with `�`, so that different texts look different. */
export function toVisibleText(text: string): string {
  return text.replace(HIDDEN, '\ufffd')
}
