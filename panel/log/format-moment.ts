const clock = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'medium' })
const dayAndClock = new Intl.DateTimeFormat('pt-BR', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const seconds = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1, minimumFractionDigits: 1 })

/** Formats an instant in local time: "14:02:10". */
export function formatClock(at: string): string {
  return clock.format(Date.parse(at))
}

/** Formats an instant: "20 de nov., 14:02". */
export function formatShortMoment(at: string): string {
  return dayAndClock.format(Date.parse(at))
}

/** Formats a delay in milliseconds: "85 ms", "1,8 s". */
export function formatDelay(ms: number): string {
  return ms < 100 ? `${ms} ms` : `${seconds.format(ms / 1000)} s`
}
