/** Formats a duration: `5 h 12 min`, `48 min`. At least a minute. */
export function hoursAndMinutes(seconds: number) {
  const minutes = Math.max(1, Math.round(seconds / 60))
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return `${minutes} min`
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
}

/** Formats a duration in the short form: `5h12`, `48 min`. */
export function hoursAndMinutesShort(seconds: number) {
  const minutes = Math.max(1, Math.round(seconds / 60))
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return `${minutes} min`
  return `${hours}h${String(minutes % 60).padStart(2, '0')}`
}

/** Says that a formatted duration is left: `Falta 1 min`, `Faltam 48 min`. */
export function remaining(duration: string) {
  return `${/^1\D/.test(duration) ? 'Falta' : 'Faltam'} ${duration}`
}
