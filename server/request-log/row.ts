import type { Client } from '../credentials/authenticate-client.ts'
import { firstUuidOf, instantOf } from '../db/ids.ts'
import type { RequestLogRow } from '../db/tables.ts'

/** Whoever reads a page reads whole rows. */
const CALLS_A_ROW = 100
const SECOND_MS = 1000

/** A call to the Partner API, and how it ended. */
export interface Call extends Pick<RequestLogRow, 'id' | 'method' | 'route' | 'status' | 'code' | 'ms' | 'omitted'> {
  client: Client
  /** Whether the secret was right, too. */
  isLetIn: boolean
}

/** What a row says of each call but its first, in order of id. */
type Further = [id: string, method: string, route: string | null, status: number, ms: number][]

/**
 * Calls by the row they go in: those of a credential that began in the same second and went well share one. What went
 * wrong has a row of its own, which is found by its status.
 */
export function sharedOut(calls: readonly Call[]): Call[][] {
  const rows: Call[][] = []
  const open = new Map<string, Call[]>()
  for (const call of calls) {
    const key = `${secondOf(call.id)} ${call.client.clientId}`
    const row = call.status < 400 ? open.get(key) : undefined
    if (row && row.length < CALLS_A_ROW) {
      row.push(call)
      continue
    }
    const begun = [call]
    rows.push(begun)
    if (call.status < 400) open.set(key, begun)
  }
  return rows
}

/** The row of calls that share one: it says of itself what it says of the earliest. */
export function toRow(calls: readonly Call[]): RequestLogRow {
  const [first, ...others] = calls.toSorted((one, other) => (one.id < other.id ? -1 : 1)) as [Call, ...Call[]]
  const further: Further = others.map(({ id, method, route, status, ms }) => [id, method, route, status, ms])
  return {
    partner_id: first.client.partnerId,
    environment: first.client.environment,
    id: first.id,
    at: instantOf(first.id),
    client_id: first.client.clientId,
    method: first.method,
    route: first.route,
    status: first.status,
    code: first.code,
    ms: first.ms,
    omitted: first.omitted,
    further: further.length > 0 ? JSON.stringify(further) : null,
  }
}

/** Each call of a row as if it had one of its own. */
export function callsOf(row: RequestLogRow): RequestLogRow[] {
  if (row.further === null) return [row]
  const alone = { ...row, further: null }
  const further = JSON.parse(row.further) as Further
  return [
    alone,
    ...further.map(([id, method, route, status, ms]) => ({
      ...alone,
      id,
      at: instantOf(id),
      method,
      route,
      status,
      ms,
    })),
  ]
}

/** The ids of the second that an id is of: from `first` on, and before `end`. No row has calls of two. */
export function idsOfSecond(id: string): { first: string; end: string } {
  const second = secondOf(id)
  return { first: firstUuidOf(second * SECOND_MS), end: firstUuidOf((second + 1) * SECOND_MS) }
}

function secondOf(id: string): number {
  return Math.floor(instantOf(id) / SECOND_MS)
}
