import { getCall, type LoggedCall, listCalls } from '@estante/contract/panel/log.ts'
import type { FastifyInstance } from 'fastify'
import { requirePartner } from '../admins/authenticate-admin.ts'
import type { Context } from '../context.ts'
import { instantOf } from '../db/ids.ts'
import type { Database } from '../db/open.ts'
import type { RequestLogRow } from '../db/tables.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { ApiError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { readCall, readCalls } from './read-calls.ts'

/** A partner's calls, in the panel. */
export function requestLogRoutes(app: FastifyInstance, { db, signingKey }: Context): void {
  serve(app, listCalls, async ({ query, request }) => {
    const partnerId = requirePartner(request, 'owner', 'developer', 'analyst')
    const { cursor, from, until, ...filter } = query
    const { calls, lastId, isCutShort } = await readCalls(db, {
      ...filter,
      partnerId,
      from: from === undefined ? undefined : Date.parse(from),
      until: until === undefined ? undefined : Date.parse(until),
      before: cursor === undefined ? undefined : decodeCursor(signingKey, 'log', cursor),
    })
    return {
      items: await toLoggedCalls(db, partnerId, calls),
      nextCursor: lastId === undefined ? null : encodeCursor(signingKey, 'log', lastId),
      searchedUntil: isCutShort && lastId ? new Date(instantOf(lastId)).toISOString() : null,
    }
  })

  serve(app, getCall, async ({ params: { id }, request }) => {
    const partnerId = requirePartner(request, 'owner', 'developer', 'analyst')
    const call = await readCall(db, partnerId, id)
    const [shown] = call ? await toLoggedCalls(db, partnerId, [call]) : []
    if (!shown) throw new ApiError('NOT_FOUND')
    return shown
  })
}

async function toLoggedCalls(db: Database, partnerId: string, calls: RequestLogRow[]): Promise<LoggedCall[]> {
  if (calls.length === 0) return []
  const credentials = await db.read
    .selectFrom('credential')
    .select(['client_id', 'name'])
    .where('partner_id', '=', partnerId)
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
