import { joinWithAnd } from '../portuguese.ts'

/** Formats seconds: `4:05`, `1:02:03`. */
export function clockTime(seconds: number): string {
  const { hours, minutes, rest } = split(seconds)
  const tail = `${String(minutes).padStart(hours > 0 ? 2 : 1, '0')}:${String(rest).padStart(2, '0')}`
  return hours > 0 ? `${hours}:${tail}` : tail
}

/** Formats the seconds that remain: `−4:05`, and at the end `0:00`. */
export function timeLeft(seconds: number): string {
  return `${seconds < 1 ? '' : '−'}${clockTime(seconds)}`
}

/** Formats seconds as a person says them: `1 hora, 2 minutos e 3 segundos`. */
export function spokenTime(seconds: number): string {
  const { hours, minutes, rest } = split(seconds)
  const parts = [
    hours > 0 && count(hours, 'hora', 'horas'),
    minutes > 0 && count(minutes, 'minuto', 'minutos'),
    (rest > 0 || (hours === 0 && minutes === 0)) && count(rest, 'segundo', 'segundos'),
  ].filter((part) => part !== false)
  return joinWithAnd(parts)
}

/** Formats a length in seconds for a glance: `2 h 05 min`, `12 min`, `40 s`. Below a minute it agrees with `clockTime`. */
export function roundedTime(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.floor(seconds))} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}

function split(seconds: number) {
  const whole = Math.max(0, Math.floor(seconds))
  return { hours: Math.floor(whole / 3600), minutes: Math.floor((whole % 3600) / 60), rest: whole % 60 }
}

function count(number: number, one: string, many: string) {
  return `${number} ${number === 1 ? one : many}`
}
