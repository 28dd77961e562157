import { createDateFormat } from '@estante/contract/date-format.ts'

/** Formats when a place was left, as people say it: `hoje, 21:14`, `ontem, 21:14`, `12 de nov., 21:14`. */
export function formatLeftAt(left: Date, now: Date): string {
  const time = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit' }).format(left)
  return `${formatDay(left, now, 'short')}, ${time}`
}

/** Formats a day, of this year without the year: `hoje`, `ontem`, `12 de nov.`. */
export function formatDay(date: Date, now: Date, month: 'short' | 'long'): string {
  const daysAgo = Math.round((startOfDay(now) - startOfDay(date)) / 86_400_000)
  if (daysAgo === 0) return 'hoje'
  if (daysAgo === 1) return 'ontem'
  const isThisYear = date.getFullYear() === now.getFullYear()
  return createDateFormat({ day: 'numeric', month, ...(!isThisYear && { year: 'numeric' }) })(date)
}

function startOfDay(date: Date) {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}
