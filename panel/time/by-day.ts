import { createDateFormat } from '@estante/contract/date-format.ts'

const thisYear = createDateFormat({ weekday: 'long', day: 'numeric', month: 'long' })
const otherYear = createDateFormat({ day: 'numeric', month: 'long', year: 'numeric' })

/** Groups entries by local day: "Hoje", "Ontem", "sexta-feira, 20 de novembro". */
export function byDay<T>(
  items: readonly T[],
  instantOf: (item: T) => string,
  now: number,
): { day: string; items: T[] }[] {
  const days = new Map<number, T[]>()
  for (const item of items) {
    const day = startOfDay(Date.parse(instantOf(item)))
    days.set(day, [...(days.get(day) ?? []), item])
  }
  return [...days].map(([start, items]) => ({ day: formatStart(start, now), items }))
}

function formatStart(start: number, now: number): string {
  const today = startOfDay(now)
  if (start === today) return 'Hoje'
  if (start === startOfDay(today - 1)) return 'Ontem'
  return (new Date(start).getFullYear() === new Date(today).getFullYear() ? thisYear : otherYear)(start)
}

/** Returns the midnight before an instant. */
export function startOfDay(instant: number): number {
  return new Date(instant).setHours(0, 0, 0, 0)
}
