const long = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const short = new Intl.DateTimeFormat('pt-BR', { month: 'short', timeZone: 'UTC' })
const day = new Intl.DateTimeFormat('pt-BR', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })

/** "novembro de 2026", of `2026-11`. */
export function formatMonth(month: string): string {
  return long.format(Date.parse(`${month}-01`))
}

/** "nov", of `2026-11`. */
export function formatShortMonth(month: string): string {
  return short.format(Date.parse(`${month}-01`)).replace('.', '')
}

/** "quinta-feira, 12 de novembro", of `2026-11-12`. */
export function formatDate(date: string): string {
  return day.format(Date.parse(date))
}
