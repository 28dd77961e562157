import { createResource } from '@estante/client/resource.ts'
import type { AnswerCounts, AnswerCountsAt, getHealth, Health, listAnomalies } from '@estante/contract/panel/health.ts'
import { call } from '../admin-session/call.ts'
import { formatCount } from '../format-number.ts'

export const health = createResource(() => call<typeof getHealth>('GET', '/panel/v1/health'))

export const anomalies = createResource(
  async () => (await call<typeof listAnomalies>('GET', '/panel/v1/health/anomalies')).items,
)

/** Adds up the parts of an interval. */
export function sumOf(counts: readonly AnswerCountsAt[]): AnswerCounts {
  const calls = sum(counts, 'calls')
  return {
    calls,
    refused: sum(counts, 'refused'),
    failed: sum(counts, 'failed'),
    msMean: calls === 0 ? 0 : Math.round(counts.reduce((total, one) => total + one.msMean * one.calls, 0) / calls),
    msMax: Math.max(0, ...counts.map(({ msMax }) => msMax)),
  }
}

/** Formats an uptime in milliseconds: "3 dias e 4 horas", "12 minutos". */
export function formatUptime(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)]
  if (days > 0)
    return hours > 0
      ? `${formatCount(days, 'dia', 'dias')} e ${formatCount(hours, 'hora', 'horas')}`
      : formatCount(days, 'dia', 'dias')
  if (hours > 0)
    return minutes % 60 > 0
      ? `${formatCount(hours, 'hora', 'horas')} e ${formatCount(minutes % 60, 'minuto', 'minutos')}`
      : formatCount(hours, 'hora', 'horas')
  return minutes === 0 ? 'menos de um minuto' : formatCount(minutes, 'minuto', 'minutos')
}

/** Formats the time of a node in the service's time zone, which the screen names: "11:04:05". */
export function formatServerClock({ now, timeZone }: Pick<Health['node'], 'now' | 'timeZone'>): string {
  return new Intl.DateTimeFormat('pt-BR', { timeStyle: 'medium', timeZone }).format(Date.parse(now))
}

function sum(counts: readonly AnswerCountsAt[], figure: 'calls' | 'refused' | 'failed'): number {
  return counts.reduce((total, one) => total + one[figure], 0)
}
