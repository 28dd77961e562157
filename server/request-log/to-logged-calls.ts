import type { LoggedCall } from '@estante/contract/panel/log.ts'
import type { Database } from '../db/database.ts'
import { nameOfEnvironment } from '../environment.ts'
import type { LoggedRow } from './read-calls.ts'

/** Formats calls for the panel, each with its credential. Drops calls whose credential is gone, as during a purge. */
export async function toLoggedCalls(db: Database, calls: LoggedRow[]): Promise<LoggedCall[]> {
  if (calls.length === 0) return []
  const credentials = await db.read
    .selectFrom('credential')
    .select(['id', 'client_id', 'name'])
    .where('partner_id', 'in', [...new Set(calls.map((call) => call.partner_id))])
    .where('id', 'in', [...new Set(calls.map((call) => call.credential_id))])
    .execute()
  const byId = new Map(credentials.map((credential) => [credential.id, credential]))
  return calls.flatMap((call) => {
    const credential = byId.get(call.credential_id)
    if (!credential) return []
    return {
      id: call.id,
      at: new Date(call.at).toISOString(),
      environment: nameOfEnvironment(call.environment),
      clientId: credential.client_id,
      credential: credential.name,
      method: call.method,
      route: call.route,
      status: call.status,
      code: call.code,
      ms: call.ms,
      omitted: call.omitted,
    }
  })
}
