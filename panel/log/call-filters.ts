import type { ErrorCode } from '@estante/contract/errors.ts'
import type { listCalls, listPartnerCalls } from '@estante/contract/panel/log.ts'
import type { PartnerErrorCode } from '@estante/contract/partner/error.ts'
import type { partnerApi } from '@estante/contract/partner/routes.ts'
import type { Query } from '@estante/contract/route.ts'
import { computed } from '@preact/signals'
import { parameter, refine, sectionPath } from '../router.ts'

const HOUR_MS = 3_600_000
const MINUTE_LENGTH = '2026-11-21T15:00'.length

type PartnerRoute = (typeof partnerApi)['sections'][number]['routes'][number]
type NameOf<R> = R extends { method: infer M extends string; path: infer P extends string } ? `${M} ${P}` : never

/** All routes of the Partner API; a missing one does not compile. */
const ROUTES: Record<NameOf<PartnerRoute>, true> = {
  'POST /partner/v1/sessions': true,
  'PUT /partner/v1/users/:externalUserId': true,
  'GET /partner/v1/users/:externalUserId': true,
  'DELETE /partner/v1/users/:externalUserId': true,
  'GET /partner/v1/users/:externalUserId/data': true,
  'DELETE /partner/v1/users/:externalUserId/data': true,
  'GET /partner/v1/catalog': true,
  'GET /partner/v1/usage': true,
}
export const routes: readonly string[] = Object.keys(ROUTES)

/** The errors in the log, in order of status, except the page's own. */
const CODES: Record<Exclude<PartnerErrorCode, 'INVALID_LAUNCH_TOKEN'>, true> = {
  VALIDATION: true,
  INVALID_CLIENT: true,
  USER_REVOKED: true,
  USER_NOT_FOUND: true,
  NOT_FOUND: true,
  METHOD_NOT_ALLOWED: true,
  REQUEST_TIMEOUT: true,
  EMAIL_CONFLICT: true,
  PAYLOAD_TOO_LARGE: true,
  UNSUPPORTED_MEDIA_TYPE: true,
  RATE_LIMITED: true,
  INTERNAL: true,
  UNAVAILABLE: true,
}
export const codes = Object.keys(CODES) as ErrorCode[]

export type Period = 'any' | '1h' | '24h' | '7d' | 'entre'
export const periods: readonly Period[] = ['any', '1h', '24h', '7d', 'entre']

const SPANS: Partial<Record<Period, number>> = { '1h': HOUR_MS, '24h': 24 * HOUR_MS, '7d': 7 * 24 * HOUR_MS }

/** The filters in the address; empty for none. */
export interface CallFilters {
  /** `sucesso`, `recusadas`, `falhas`, `abandonadas`, or a code. */
  resultado: string
  rota: string
  credencial: string
  /** A slug; for operators only, like the next. */
  parceiro: string
  /** `producao` or `sandbox`; a partner's team uses the environment of the panel. */
  em: string
  periodo: Period
  /** Local times, as written by a date field. */
  de: string
  ate: string
}

export const callFilters = computed<CallFilters>(() => ({
  resultado: parameter('resultado') ?? '',
  rota: parameter('rota') ?? '',
  credencial: parameter('credencial') ?? '',
  parceiro: parameter('parceiro') ?? '',
  em: parameter('em') ?? '',
  periodo: periods.find((one) => one === parameter('periodo')) ?? 'any',
  de: parameter('de') ?? '',
  ate: parameter('ate') ?? '',
}))

/** The call in the address. */
export const openCall = computed(() => parameter('chamada'))

export function isFiltered({ resultado, rota, credencial, parceiro, em, periodo }: CallFilters): boolean {
  return [resultado, rota, credencial, parceiro, em].some((value) => value !== '') || periodo !== 'any'
}

/** Returns the address of the log with filters and a call. */
export function callsPath(filters: Partial<CallFilters>, chamada?: string): string {
  const { periodo, de, ate, ...others } = filters
  const between = periodo === 'entre' ? { de, ate } : {}
  return sectionPath('log', {
    query: { ...others, periodo: periodo === 'any' ? undefined : periodo, ...between, chamada },
  })
}

export function filterCalls(change: Partial<CallFilters>) {
  refine(callsPath({ ...callFilters.peek(), ...change }), ['de', 'ate'])
}

/** Builds the query for all partners, or the selected one. */
export function toOperatorQuery(filters: CallFilters, now: number): Query<typeof listPartnerCalls> {
  const { parceiro, em } = filters
  return {
    ...toQuery(filters, now),
    ...(parceiro && { partner: parceiro }),
    ...(em === 'producao' && { environment: 'production' }),
    ...(em === 'sandbox' && { environment: 'sandbox' }),
  }
}

/** Builds the query for a partner; relative periods end at `now`. */
export function toQuery(
  { resultado, rota, credencial, periodo, de, ate }: CallFilters,
  now: number,
): Omit<Query<typeof listCalls>, 'environment'> {
  const span = SPANS[periodo]
  return {
    ...(OUTCOMES.get(resultado) ?? { code: resultado }),
    ...(rota && { route: rota }),
    ...(credencial && { credential: credencial }),
    ...(span !== undefined && { from: new Date(now - span).toISOString() }),
    ...(periodo === 'entre' && { ...instant('from', de), ...instant('until', ate, restOf(ate)) }),
  }
}

/** The filter of each outcome in the address. Any other value is the code of an error. */
const OUTCOMES = new Map<string, Pick<Query<typeof listCalls>, 'outcome' | 'status'>>([
  ['', {}],
  ['sucesso', { outcome: 'ok' }],
  ['recusadas', { outcome: 'refused' }],
  ['falhas', { outcome: 'failed' }],
  ['abandonadas', { status: 499 }],
])

function instant(name: 'from' | 'until', moment: string, restMs = 0): { from?: string; until?: string } {
  const at = Date.parse(moment)
  return Number.isNaN(at) ? {} : { [name]: new Date(at + restMs).toISOString() }
}

/** Returns the rest of the named minute or second, which is included. */
function restOf(moment: string): number {
  return moment.length > MINUTE_LENGTH ? 999 : 59_999
}
