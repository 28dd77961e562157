import { toShownText } from '@estante/contract/shown-text.ts'

/** Without it spreadsheets read the accents of UTF-8 as something else. */
export const BYTE_ORDER_MARK = '\ufeff'

/** A line of CSV (RFC 4180); spreadsheets in Portuguese part cells at semicolons. */
export function toLine(cells: (string | number)[], delimiter: ',' | ';' = ','): string {
  return `${cells.map(toCell).join(delimiter)}\r\n`
}

function toCell(cell: string | number): string {
  if (typeof cell === 'number') return String(cell)
  const inert = toShownText(cell).replace(FORMULA, "'")
  return /[",;\t\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}

/**
 * Where a spreadsheet would begin a formula, which an apostrophe makes text:
 * https://owasp.org/www-community/attacks/CSV_Injection. One in Portuguese parts cells at semicolons, and then heeds
 * quotes only at their beginning: a text begins cells and lines within itself.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=["\s]*[=+\-@＝＋－＠])|^(?=[\t\r])/g
