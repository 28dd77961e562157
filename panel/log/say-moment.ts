import { words } from './text.ts'

const clock = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'medium' })
const day = new Intl.DateTimeFormat('pt-BR', { weekday: 'long', day: 'numeric', month: 'long' })
const dayAndClock = new Intl.DateTimeFormat('pt-BR', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const seconds = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1, minimumFractionDigits: 1 })

/** "14:02:10", by the clock of whoever looks. */
export function sayClock(at: string): string {
  return clock.format(Date.parse(at))
}

/** "Hoje", "Ontem", "sexta-feira, 20 de novembro". */
export function sayDay(at: string, now: number): string {
  const date = new Date(at)
  if (isSameDay(date, new Date(now))) return words.today
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  return isSameDay(date, yesterday) ? words.yesterday : day.format(date)
}

/** "20 de nov., 14:02". */
export function sayShort(at: string): string {
  return dayAndClock.format(Date.parse(at))
}

/** "1,8 s": between one thing and the next. */
export function sayAfter(ms: number): string {
  return ms < 100 ? `${ms} ms` : `${seconds.format(ms / 1000)} s`
}

function isSameDay(one: Date, other: Date): boolean {
  return one.toDateString() === other.toDateString()
}

/** What happened, under the day it happened on. */
export function byDay<T>(
  items: readonly T[],
  instantOf: (item: T) => string,
  now: number,
): { day: string; items: T[] }[] {
  const days: { day: string; items: T[] }[] = []
  for (const item of items) {
    const said = sayDay(instantOf(item), now)
    const last = days.at(-1)
    if (last?.day === said) last.items.push(item)
    else days.push({ day: said, items: [item] })
  }
  return days
}
