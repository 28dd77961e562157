const QUARTER_MS = 900_000
/** No zone is further from Greenwich. */
const FURTHEST_ZONE_MS = 16 * 3_600_000

const formatters = new Map<string, Intl.DateTimeFormat>()

/** A stretch of time: from its first instant until the first after it. */
export interface Stretch {
  startsAt: number
  endsAt: number
}

/** The month, `YYYY-MM`, of an instant in a time zone. */
export function monthOf(instant: number, timeZone: string): string {
  return formatterOf(timeZone, 'month', { year: 'numeric', month: '2-digit' }).format(instant)
}

/** The day, `YYYY-MM-DD`, of an instant in a time zone. */
export function dayOf(instant: number, timeZone: string): string {
  return formatterOf(timeZone, 'day', { year: 'numeric', month: '2-digit', day: '2-digit' }).format(instant)
}

/** When a month begins and ends in a time zone. */
export function stretchOfMonth(month: string, timeZone: string): Stretch {
  return {
    startsAt: startOf(month, `${month}-01`, (instant) => monthOf(instant, timeZone)),
    endsAt: startOf(monthAfter(month, 1), `${monthAfter(month, 1)}-01`, (instant) => monthOf(instant, timeZone)),
  }
}

/** The days of a month in a time zone, each with when it begins and ends. */
export function daysOfMonth(month: string, timeZone: string): ({ day: string } & Stretch)[] {
  const { endsAt } = stretchOfMonth(month, timeZone)
  const count = new Date(Date.parse(`${monthAfter(month, 1)}-01T00:00:00Z`) - 1).getUTCDate()
  const names = Array.from({ length: count }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`)
  const starts = names.map((day) => startOf(day, day, (instant) => dayOf(instant, timeZone)))
  return names.map((day, index) => ({ day, startsAt: starts[index] ?? 0, endsAt: starts[index + 1] ?? endsAt }))
}

/** The month so many months after another, or before it. */
export function monthAfter(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

/** The first instant whose name, which only grows, is this one or later: every zone's day begins with a quarter of an hour. */
function startOf(name: string, date: string, nameOf: (instant: number) => string): number {
  const midnight = Date.parse(`${date}T00:00:00Z`)
  let [before, from] = [(midnight - FURTHEST_ZONE_MS) / QUARTER_MS, (midnight + FURTHEST_ZONE_MS) / QUARTER_MS]
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    if (nameOf(middle * QUARTER_MS) >= name) from = middle
    else before = middle
  }
  return from * QUARTER_MS
}

function formatterOf(timeZone: string, unit: string, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${unit} ${timeZone}`
  let formatter = formatters.get(key)
  if (!formatter) {
    // The Swedish way of writing a date is ISO 8601's.
    formatter = new Intl.DateTimeFormat('sv-SE', { timeZone, ...parts })
    formatters.set(key, formatter)
  }
  return formatter
}
