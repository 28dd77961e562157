import type { Environment } from '@estante/contract/panel/credentials.ts'
import type {
  getUsageDay,
  getUsageMember,
  getUsageMonth,
  listUsageMembers,
  listUsageMonths,
  listUsageTitles,
  UsageMemberMonth,
  UsageMonth,
} from '@estante/contract/panel/usage.ts'
import type { Answer } from '@estante/contract/route.ts'
import { call, nullIfNotFound } from '../admin-session/call.ts'
import { createResourceByEnvironment } from '../admin-session/use-resource.ts'
import { formatNumber } from '../format-number.ts'
import { parameter, sectionPath } from '../router.ts'
import { formatDuration } from '../time/format-time.ts'

export type Totals = UsageMonth['totals']
export type Measure = keyof Totals

/** In display order. */
export const MEASURES: readonly Measure[] = ['listeningSeconds', 'activeUsers', 'titlesStarted', 'readingChapters']

const measureNames: Record<Measure, string | undefined> = {
  listeningSeconds: undefined,
  activeUsers: 'membros',
  titlesStarted: 'titulos',
  readingChapters: 'capitulos',
}

/** The parameters in the address. */
export interface UsageQuery {
  measure: Measure
  search: string
  cursor: string | undefined
}

export function readUsageQuery(): UsageQuery {
  const measure = MEASURES.find((one) => measureNames[one] === parameter('medida'))
  return { measure: measure ?? 'listeningSeconds', search: parameter('busca') ?? '', cursor: parameter('pagina') }
}

/** Returns the address of a month; without one, that of the present month. */
export function usagePath(month?: string, { measure, search, cursor }: Partial<UsageQuery> = {}): string {
  return sectionPath('usage', {
    pathParts: month === undefined ? [] : [month],
    query: { medida: measure && measureNames[measure], busca: search, pagina: cursor },
  })
}

export function memberMonthPath(month: string, memberId: string): string {
  return sectionPath('usage', { pathParts: [month, memberId] })
}

export function isMonth(text: string): boolean {
  return /^2\d{3}-(0[1-9]|1[0-2])$/.test(text)
}

/** Adds months to a month such as `2026-11`, or subtracts them. */
export function monthAfter(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

export type MonthState = 'future' | 'open' | 'closing' | 'closed'

/** Returns the state of a month at `now`. */
export function monthStateOf(month: UsageMonth, now: number): MonthState {
  if (now < Date.parse(month.startsAt)) return 'future'
  if (now < Date.parse(month.endsAt)) return 'open'
  return now < Date.parse(month.closesAt) ? 'closing' : 'closed'
}

/** Formats a figure. */
export function formatFigure(measure: Measure, value: number): string {
  return measure === 'listeningSeconds' ? formatDuration(value) : formatNumber(value)
}

/** Returns the relative change; undefined without a month to compare with. */
export function changeOf(value: number, before: number): number | undefined {
  return before === 0 ? undefined : (value - before) / before
}

export const months = createResourceByEnvironment((environment) =>
  call<typeof listUsageMonths>('GET', `/panel/v1/usage?environment=${environment}`),
)

export async function fetchMonth(environment: Environment, month: string): Promise<Answer<typeof getUsageMonth>> {
  return call<typeof getUsageMonth>('GET', `/panel/v1/usage/${month}?environment=${environment}`)
}

export async function fetchMonthTitles(environment: Environment, month: string, cursor: string | undefined) {
  const query = new URLSearchParams({ environment, ...(cursor !== undefined && { cursor }) })
  return call<typeof listUsageTitles>('GET', `/panel/v1/usage/${month}/titles?${query}`)
}

export async function fetchMonthMembers(environment: Environment, month: string, { search, cursor }: UsageQuery) {
  const query = new URLSearchParams({ environment, search, ...(cursor !== undefined && { cursor }) })
  return call<typeof listUsageMembers>('GET', `/panel/v1/usage/${month}/members?${query}`)
}

/** Fetches a member's usage of a month; null for a member who is not in the environment. */
export async function fetchMemberMonth(
  environment: Environment,
  month: string,
  id: string,
): Promise<UsageMemberMonth | null> {
  const path = `/panel/v1/usage/${month}/members/${encodeURIComponent(id)}?environment=${environment}` as const
  return nullIfNotFound(call<typeof getUsageMember>('GET', path))
}

export async function fetchDay(environment: Environment, month: string, id: string, day: string) {
  const query = new URLSearchParams({ environment, day })
  return call<typeof getUsageDay>('GET', `/panel/v1/usage/${month}/members/${encodeURIComponent(id)}/minutes?${query}`)
}

/** Returns the address of a month's download. */
export function fileAddress(environment: Environment, month: string, name: 'members' | 'titles'): string {
  return `/panel/v1/usage/${month}/${name}.csv?environment=${environment}`
}
