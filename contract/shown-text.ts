/*
 * Text that deceives: line breaks and other controls, and what turns the order of the text around (UAX 9, section 2).
 * `toOneLine` and `toParagraphs` are for text that is ours to keep, `toShownText` for what must be kept as it came.
 */

const LINE_BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g
const PARAGRAPH_BREAKS = /\r\n?|[\u0085\u2028\u2029]/g
const DECEIVING = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu
/** The same but for the line breaks and tabs of everyday text. */
const HIDDEN = /(?![\t\n\r])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** A name or a title on one line, in the order it was written, without what cannot be seen. */
export function toOneLine(text: string): string {
  return text.replace(LINE_BREAKS, ' ').replace(DECEIVING, '')
}

/** A description in the order it was written, with its line breaks and without what cannot be seen. */
export function toParagraphs(text: string): string {
  return text.replace(PARAGRAPH_BREAKS, '\n').replace(HIDDEN, '')
}

/** Text that is kept as it came, as people see it: what would deceive shows as `�`, so that two that differ look different. */
export function toShownText(text: string): string {
  return text.replace(HIDDEN, '\ufffd')
}
