/*
 * Formats as `Intl` does in Portuguese. An engine needs longer to load its data for a language, at the first use, than
 * to draw a screen.
 */

/** Formats a number: `1.234,5`. At most three decimals. */
export function formatNumber(value: number): string {
  const [whole = '', decimals] = String(Math.round(value * 1000) / 1000).split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, '.')
  return decimals ? `${grouped},${decimals}` : grouped
}

const DAYS = ['domingo', 'segunda-feira', 'terça-feira', 'quarta-feira', 'quinta-feira', 'sexta-feira', 'sábado']

/** Names the day of the week of a date such as `2026-11-24`, in any time zone of the device. */
export function nameOfDay(date: string): string {
  return DAYS[new Date(date).getUTCDay()]!
}

/** Quotes a name in a sentence. */
export function quote(name: string): string {
  return `“${isolate(name)}”`
}

/** Isolates a name written from right to left in a sentence, so that numbers and punctuation stay in their places. */
export function isolate(name: string): string {
  return /[\u0590-\u08ff]/.test(name) ? `\u2068${name}\u2069` : name
}

/** Joins words: `a, b e c`. */
export function joinWithAnd(items: readonly string[]): string {
  return items.map((word, index) => word + separatorAfter(index, items.length)).join('')
}

/** Returns the text between an item of a list and the next one. */
export function separatorAfter(index: number, count: number): string {
  if (index === count - 1) return ''
  return index === count - 2 ? ' e ' : ', '
}
