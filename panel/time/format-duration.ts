import { formatNumber } from '../format-number.ts'

const decimal = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 3, maximumFractionDigits: 3 })

/** "38 h 12 min", "12 min 5 s", "45 s": at most two units, not rounded up. */
export function formatDuration(seconds: number): string {
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  const rest = Math.floor(seconds % 60)
  if (hours > 0) return minutes > 0 ? `${formatNumber(hours)} h ${minutes} min` : `${formatNumber(hours)} h`
  if (minutes > 0) return rest > 0 ? `${minutes} min ${rest} s` : `${minutes} min`
  return `${rest} s`
}

/** "5.412,480 s": with milliseconds. */
export function formatSeconds(ms: number): string {
  return `${decimal.format(ms / 1000)} s`
}
