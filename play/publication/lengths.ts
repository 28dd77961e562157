/** A length as people say it: `5 h 12 min`, `48 min`. Less than a minute is a minute. */
export function hoursAndMinutes(seconds: number) {
  const minutes = Math.max(1, Math.round(seconds / 60))
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return `${minutes} min`
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
}
