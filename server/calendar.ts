export const MINUTE_MS = 60_000
const QUARTER_MS = 900_000
const DAY_MS = 86_400_000
/** No zone is further from Greenwich. */
const FURTHEST_ZONE_MS = 16 * 3_600_000

const calendars = new Map<string, Calendar>()

/** Names instants of a zone, and caches the latest name: all instants of a quarter of an hour share it. */
interface Calendar {
  formatter: Intl.DateTimeFormat
  quarter: number
  name: string
}

/** Epoch milliseconds, the end exclusive. */
export interface Interval {
  startsAt: number
  endsAt: number
}

/** The month, `YYYY-MM`, of an instant in a time zone. */
export function monthOf(instant: number, timeZone: string): string {
  return nameOf(instant, calendarOf(timeZone, 'month', { year: 'numeric', month: '2-digit' }))
}

/** The day, `YYYY-MM-DD`, of an instant in a time zone. */
export function dayOf(instant: number, timeZone: string): string {
  return nameOf(instant, calendarOf(timeZone, 'day', { year: 'numeric', month: '2-digit', day: '2-digit' }))
}

/** The last `count` days, today last. Steps from noon to noon, which no change of the clocks moves to another day. */
export function lastDays(now: number, timeZone: string, count: number): string[] {
  const noon = Date.parse(`${dayOf(now, timeZone)}T12:00:00Z`)
  return Array.from({ length: count }, (_, index) =>
    new Date(noon - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
}

/** The interval of a month in a time zone. */
export function monthInterval(month: string, timeZone: string): Interval {
  return {
    startsAt: startOf(month, `${month}-01`, (instant) => monthOf(instant, timeZone)),
    endsAt: startOf(monthAfter(month, 1), `${monthAfter(month, 1)}-01`, (instant) => monthOf(instant, timeZone)),
  }
}

/** The days of a month in a time zone, with their intervals. */
export function daysOfMonth(month: string, timeZone: string): ({ day: string } & Interval)[] {
  const { endsAt } = monthInterval(month, timeZone)
  const count = new Date(Date.parse(`${monthAfter(month, 1)}-01T00:00:00Z`) - 1).getUTCDate()
  const names = Array.from({ length: count }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`)
  const starts = names.map((day) => startOf(day, day, (instant) => dayOf(instant, timeZone)))
  return names.map((day, index) => ({ day, startsAt: starts[index] ?? 0, endsAt: starts[index + 1] ?? endsAt }))
}

/** The month so many months later, or earlier. */
export function monthAfter(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

/**
 * The first instant whose name is this one or later: names only grow, and every zone's day begins with a quarter of an
 * hour.
 */
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

function nameOf(instant: number, calendar: Calendar): string {
  const quarter = Math.floor(instant / QUARTER_MS)
  if (quarter !== calendar.quarter) {
    calendar.name = calendar.formatter.format(instant)
    calendar.quarter = quarter
  }
  return calendar.name
}

function calendarOf(timeZone: string, unit: string, parts: Intl.DateTimeFormatOptions): Calendar {
  const key = `${unit} ${timeZone}`
  let calendar = calendars.get(key)
  if (!calendar) {
    // Swedish writes dates like ISO 8601.
    calendar = { formatter: new Intl.DateTimeFormat('sv-SE', { timeZone, ...parts }), quarter: Number.NaN, name: '' }
    calendars.set(key, calendar)
  }
  return calendar
}
