import type { LoggedCall } from '@estante/contract/panel/log.ts'
import type { Database } from '../db/database.ts'
import type { RequestLogRow } from '../db/tables.ts'

/** Formats calls for the panel, each with the name of its credential. */
export async function toLoggedCalls(db: Database, calls: RequestLogRow[]): Promise<LoggedCall[]> {
  if (calls.length === 0) return []
  const credentials = await db.read
    .selectFrom('credential')
    .select(['client_id', 'name'])
    .where('partner_id', 'in', [...new Set(calls.map((call) => call.partner_id))])
    .where('client_id', 'in', [...new Set(calls.map((call) => call.client_id))])
    .execute()
  const nameOf = new Map(credentials.map(({ client_id, name }) => [client_id, name]))
  return calls.map((call) => ({
    id: call.id,
    at: new Date(call.at).toISOString(),
    environment: call.environment,
    clientId: call.client_id,
    credential: nameOf.get(call.client_id) ?? call.client_id,
    method: call.method,
    route: call.route,
    status: call.status,
    code: call.code,
    ms: call.ms,
    omitted: call.omitted,
  }))
}
