import { toVisibleText } from '@estante/contract/visible-text.ts'

/** Byte order mark, without which spreadsheets misread UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/** Formats a line of CSV (RFC 4180), with semicolons, which spreadsheets in Portuguese expect. */
export function toLine(cells: (string | number)[]): string {
  return `${cells.map(toCell).join(';')}\r\n`
}

/** Creates a formatter of instants: "22/11/2026 09:41:05", read as an instant by a spreadsheet in Portuguese. */
export function clockOf(timeZone: string): (instant: number) => string {
  const format = new Intl.DateTimeFormat('pt-BR', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  return (instant) => format.format(instant).replace(', ', ' ')
}

function toCell(cell: string | number): string {
  if (typeof cell === 'number') return String(cell)
  const inert = toVisibleText(cell).replace(FORMULA, "'")
  return /[",;\t\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}

/**
 * Finds where a spreadsheet would see a formula, which an apostrophe turns into text:
 * https://owasp.org/www-community/attacks/CSV_Injection. With another separator, or without quoting, a text may contain
 * the start of a cell or line.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=["\s]*[=+\-@＝＋－＠])|^(?=[\t\r])/g
