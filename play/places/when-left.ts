/** Formats when a place was left, as people say it: `hoje, 21:14`, `ontem, 21:14`, `12 de nov., 21:14`. */
export function whenLeft(left: Date, now: Date): string {
  const time = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit' }).format(left)
  const daysAgo = Math.round((startOfDay(now) - startOfDay(left)) / 86_400_000)
  if (daysAgo === 0) return `hoje, ${time}`
  if (daysAgo === 1) return `ontem, ${time}`
  const isThisYear = left.getFullYear() === now.getFullYear()
  const day = new Intl.DateTimeFormat('pt-BR', {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  }).format(left)
  return `${day}, ${time}`
}

function startOfDay(date: Date) {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}
