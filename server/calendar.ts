export const MINUTE_MS = 60_000
export const QUARTER_MS = 15 * MINUTE_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
/** No zone is further from Greenwich. */
const FURTHEST_ZONE_MS = 16 * HOUR_MS

const readMonth = readerOf({ year: 'numeric', month: '2-digit' }, toMonth)
const readDay = readerOf({ year: 'numeric', month: '2-digit', day: '2-digit' }, (name) => name)
// The date comes first: `26/11/2026, Horário Padrão de Brasília`.
const readZoneName = readerOf(
  { timeZoneName: 'longGeneric' },
  (text) => text.replace(/^.*?, /, '').replace(/^Horário(?: Padrão)?/, 'horário'),
  'pt-BR',
)

export interface Clock {
  /** Epoch milliseconds. */
  now(): number
}

/** Epoch milliseconds, the end exclusive. */
export interface Interval {
  startsAt: number
  endsAt: number
}

/** A month as it is stored, counted from that of the year 0; outside it is named, `YYYY-MM`. */
export type Month = number

export function toMonth(name: string): Month {
  const [year = 0, number = 0] = name.split('-').map(Number)
  return year * 12 + number - 1
}

export function nameOfMonth(month: Month): string {
  return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`
}

export function monthOf(instant: number, timeZone: string): Month {
  return readMonth(instant, timeZone)
}

/** Returns the day, `YYYY-MM-DD`, of an instant in a time zone. */
export function dayOf(instant: number, timeZone: string): string {
  return readDay(instant, timeZone)
}

/** Names a time zone as people do, `horário de Brasília`, at an instant: some had another name in the past. */
export function nameOfTimeZone(instant: number, timeZone: string): string {
  return readZoneName(instant, timeZone)
}

/** Lists the last `count` days, today last. Steps from noon to noon, which no clock change moves to another day. */
export function lastDays(now: number, timeZone: string, count: number): string[] {
  const noon = Date.parse(`${dayOf(now, timeZone)}T12:00:00Z`)
  return Array.from({ length: count }, (_, index) =>
    new Date(noon - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
}

export function monthInterval(month: Month, timeZone: string): Interval {
  return { startsAt: startOfMonth(month, timeZone), endsAt: startOfMonth(month + 1, timeZone) }
}

/** Lists the days of a month in a time zone, with their intervals. */
export function daysOfMonth(month: Month, timeZone: string): ({ day: string } & Interval)[] {
  const endsAt = startOfMonth(month + 1, timeZone)
  const count = new Date(midnightOf(month + 1) - 1).getUTCDate()
  const names = Array.from(
    { length: count },
    (_, index) => `${nameOfMonth(month)}-${String(index + 1).padStart(2, '0')}`,
  )
  const starts = names.map((day) => startOf(Date.parse(day), (instant) => dayOf(instant, timeZone) >= day))
  return names.map((day, index) => ({ day, startsAt: starts[index] ?? 0, endsAt: starts[index + 1] ?? endsAt }))
}

function startOfMonth(month: Month, timeZone: string): number {
  return startOf(midnightOf(month), (instant) => monthOf(instant, timeZone) >= month)
}

/** Returns the first midnight of a month in Greenwich. */
function midnightOf(month: Month): number {
  return new Date(0).setUTCFullYear(Math.floor(month / 12), month % 12)
}

/**
 * Finds the instant in a time zone at which the month or day of a UTC midnight begins: the first one `isReached`, by
 * binary search over quarters of an hour, since in every time zone a day begins on a quarter.
 */
function startOf(midnight: number, isReached: (instant: number) => boolean): number {
  let [before, from] = [(midnight - FURTHEST_ZONE_MS) / QUARTER_MS, (midnight + FURTHEST_ZONE_MS) / QUARTER_MS]
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    if (isReached(middle * QUARTER_MS)) from = middle
    else before = middle
  }
  return from * QUARTER_MS
}

/**
 * Returns a function that reads these parts of an instant in a time zone. It caches the latest of each zone: all instants
 * of a quarter of an hour share it. In Swedish unless told: it writes dates like ISO 8601.
 */
function readerOf<Value>(parts: Intl.DateTimeFormatOptions, parse: (text: string) => Value, locale = 'sv-SE') {
  const latest = new Map<string, { formatter: Intl.DateTimeFormat; quarter: number; value: Value }>()
  return (instant: number, timeZone: string): Value => {
    const quarter = Math.floor(instant / QUARTER_MS)
    let known = latest.get(timeZone)
    if (known?.quarter !== quarter) {
      const formatter = known?.formatter ?? new Intl.DateTimeFormat(locale, { timeZone, ...parts })
      known = { formatter, quarter, value: parse(formatter.format(instant)) }
      latest.set(timeZone, known)
    }
    return known.value
  }
}
