const formatters = new Map<string, Intl.DateTimeFormat>()

/** The month, `YYYY-MM`, of an instant in a time zone. */
export function monthOf(instant: number, timeZone: string): string {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    // The Swedish way of writing a date is ISO 8601's.
    formatter = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit' })
    formatters.set(timeZone, formatter)
  }
  return formatter.format(instant)
}
