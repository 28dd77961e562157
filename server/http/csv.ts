import { toShownText } from '@estante/contract/shown-text.ts'

/** Without it spreadsheets read the accents of UTF-8 as something else. */
export const BYTE_ORDER_MARK = '\ufeff'

/** A line of CSV (RFC 4180), with semicolons: spreadsheets in Portuguese part cells there. */
export function toLine(cells: (string | number)[]): string {
  return `${cells.map(toCell).join(';')}\r\n`
}

/** "22/11/2026 09:41:05": what a spreadsheet in Portuguese takes for an instant. */
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
  const inert = toShownText(cell).replace(FORMULA, "'")
  return /[",;\t\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}

/**
 * Where a spreadsheet would begin a formula, which an apostrophe makes text:
 * https://owasp.org/www-community/attacks/CSV_Injection. One in Portuguese parts cells at semicolons, and then heeds
 * quotes only at their beginning: a text begins cells and lines within itself.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=["\s]*[=+\-@＝＋－＠])|^(?=[\t\r])/g
