/** Without it spreadsheets read the accents of UTF-8 as something else. */
export const BYTE_ORDER_MARK = '\ufeff'

/** A line of CSV (RFC 4180). */
export function toLine(cells: (string | number)[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

/** What a spreadsheet would run as a formula is made text: https://owasp.org/www-community/attacks/CSV_Injection */
function toCell(cell: string | number): string {
  if (typeof cell === 'number') return String(cell)
  const inert = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
