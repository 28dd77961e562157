import { createDateFormat } from '@estante/contract/date-format.ts'
import { formatNumber } from '../format-number.ts'
import { startOfDay } from './by-day.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const WEEK_MS = 7 * DAY_MS

const relative = new Intl.RelativeTimeFormat('pt-BR', { numeric: 'auto' })
const exact = createDateFormat({ dateStyle: 'long', timeStyle: 'medium' })
const thisYear = createDateFormat({ day: 'numeric', month: 'short' })
const otherYear = createDateFormat({ day: 'numeric', month: 'short', year: 'numeric' })
const longThisYear = createDateFormat({ day: 'numeric', month: 'long' })
const longOtherYear = createDateFormat({ day: 'numeric', month: 'long', year: 'numeric' })
const clock = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit' })

/** Formats an instant relative to `now`: "há 3 minutos", "em 2 dias", or the date beyond a week. */
export function formatRelative(at: number, now: number): string {
  const distance = at - now
  const size = Math.abs(distance)
  if (size < MINUTE_MS) return distance > 0 ? 'em instantes' : 'agora mesmo'
  if (size < HOUR_MS) return relative.format(Math.trunc(distance / MINUTE_MS), 'minute')
  if (size < DAY_MS) return relative.format(Math.trunc(distance / HOUR_MS), 'hour')
  if (size < WEEK_MS) return relative.format(Math.round((startOfDay(at) - startOfDay(now)) / DAY_MS), 'day')
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return (isThisYear ? thisYear : otherYear)(at)
}

/** Formats an instant in local time: "21 de novembro de 2026 às 02:33:10". */
export function formatExact(at: number): string {
  return exact(at)
}

/** Formats a wait in seconds: "4 minutos", "38 segundos". */
export function formatWait(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 segundo' : `${seconds} segundos`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return minutes === 1 ? '1 minuto' : `${minutes} minutos`
  const hours = Math.ceil(minutes / 60)
  return hours === 1 ? '1 hora' : `${hours} horas`
}

/** Formats the day of an instant: "21 de novembro", with the year if it is not the present one. */
export function formatDay(at: number, now: number): string {
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return (isThisYear ? longThisYear : longOtherYear)(at)
}

/** Formats an instant: "21 de novembro, às 09:00". */
export function formatMoment(at: number, now: number): string {
  return `${formatDay(at, now)}, às ${clock.format(at)}`
}

const decimal = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 3, maximumFractionDigits: 3 })

/** From so many hours on, minutes say nothing and take the room of the hours. */
const HOURS_ALONE = 1000

/** Formats a duration in seconds: "1.200 h", "38 h 12 min", "12 min 5 s", "45 s". At most two units, not rounded up. */
export function formatDuration(seconds: number): string {
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  const rest = Math.floor(seconds % 60)
  if (hours > 0)
    return minutes > 0 && hours < HOURS_ALONE ? `${formatNumber(hours)} h ${minutes} min` : `${formatNumber(hours)} h`
  if (minutes > 0) return rest > 0 ? `${minutes} min ${rest} s` : `${minutes} min`
  return `${rest} s`
}

/** Formats milliseconds as seconds with three decimals: "5.412,480 s". */
export function formatSeconds(ms: number): string {
  return `${decimal.format(ms / 1000)} s`
}

const long = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const short = new Intl.DateTimeFormat('pt-BR', { month: 'short', timeZone: 'UTC' })
const day = createDateFormat({ weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })

/** Formats `2026-11` as "novembro de 2026". */
export function formatMonth(month: string): string {
  return long.format(Date.parse(`${month}-01`))
}

/** Formats `2026-11` as "nov". */
export function formatShortMonth(month: string): string {
  return short.format(Date.parse(`${month}-01`)).replace('.', '')
}

/** Formats `2026-11-12` as "quinta-feira, 12 de novembro". */
export function formatDate(date: string): string {
  return day(Date.parse(date))
}
