import type { Environment as EnvironmentName } from '@estante/contract/panel/credentials.ts'
import { getPartnerCall, listPartnerCalls, type PartnerCall } from '@estante/contract/panel/log.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { Database } from '../db/database.ts'
import { environmentOf } from '../environment.ts'
import { ApiError } from '../http/errors.ts'
import { scanLog } from '../http/keyset-pagination.ts'
import { serve } from '../http/serve.ts'
import { type LoggedRow, readCall, readCallsOfAll } from './read-calls.ts'
import { toLoggedCalls } from './to-logged-calls.ts'

/** Registers the routes of all partners' calls, without members, for operators. `writePending`: as in `routes.ts`. */
export function operatorLogRoutes(app: FastifyInstance, context: Context, writePending: () => Promise<unknown>): void {
  const { db } = context

  serve(app, listPartnerCalls, ({ query: { partner, environment, cursor, ...filter } }) =>
    scanLog(context, 'calls', cursor, async (before) => {
      const tenancies = await readTenancies(db, partner, environment)
      const { items, ...page } = await readCallsOfAll(db, tenancies, { ...filter, before })
      return { ...page, items: await toPartnerCalls(db, items) }
    }),
  )

  serve(app, getPartnerCall, async ({ params: { id } }) => {
    await writePending()
    const call = await readCall(db, undefined, id)
    const [logged] = call ? await toPartnerCalls(db, [call]) : []
    if (!logged) throw new ApiError('NOT_FOUND')
    return logged
  })
}

/** Reads the partner and environment of every credential. */
async function readTenancies({ read }: Database, slug: string | undefined, environment: EnvironmentName | undefined) {
  return read
    .selectFrom('credential')
    .innerJoin('partner', 'partner.id', 'credential.partner_id')
    .select(['partner_id as partnerId', 'environment'])
    .distinct()
    .$if(slug !== undefined, (query) => query.where('slug', '=', slug ?? ''))
    .$if(environment !== undefined, (query) =>
      query.where('environment', '=', environmentOf(environment ?? 'production')),
    )
    .execute()
}

async function toPartnerCalls(db: Database, calls: LoggedRow[]): Promise<PartnerCall[]> {
  if (calls.length === 0) return []
  const [logged, partners] = await Promise.all([
    toLoggedCalls(db, calls),
    db.read
      .selectFrom('partner')
      .select(['id', 'name', 'slug'])
      .where('id', 'in', [...new Set(calls.map((call) => call.partner_id))])
      .execute(),
  ])
  const partnerOf = new Map(calls.map((call) => [call.id, partners.find(({ id }) => id === call.partner_id)]))
  return logged.map((call) => {
    const { name, slug } = partnerOf.get(call.id) ?? { name: '', slug: '' }
    return { ...call, partner: { name, slug } }
  })
}
