import { type CallDetail, getCall, listCalls } from '@estante/contract/panel/log.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { Database } from '../db/database.ts'
import { toKey } from '../db/ids.ts'
import { ApiError } from '../http/errors.ts'
import { scanLog } from '../http/keyset-pagination.ts'
import { serve } from '../http/serve.ts'
import { nameOfKind } from '../members/access-events.ts'
import { partnerOf, tenancyOf } from '../tenancy.ts'
import { readCall, readCalls } from './read-calls.ts'
import { toLoggedCalls } from './to-logged-calls.ts'

/** Registers the panel's routes of a partner's calls. `writePending` flushes this node's buffer. */
export function requestLogRoutes(app: FastifyInstance, context: Context, writePending: () => Promise<unknown>): void {
  const { db } = context

  serve(app, listCalls, ({ query: { cursor, ...filter }, request }) =>
    scanLog(context, 'log', cursor, async (before) => {
      const { items, ...page } = await readCalls(db, { ...filter, ...tenancyOf(request, filter), before })
      return { ...page, items: await toLoggedCalls(db, items) }
    }),
  )

  serve(app, getCall, async ({ params: { id }, request }) => {
    const partnerId = partnerOf(request)
    // A call that is looked up by its id has often just ended: flush the buffer.
    await writePending()
    const call = await readCall(db, partnerId, id)
    const [logged] = call ? await toLoggedCalls(db, [call]) : []
    if (!logged) throw new ApiError('NOT_FOUND')
    return { ...logged, member: await findMemberOfCall(db, partnerId, id) }
  })
}

/** Finds the member that a call was refused for, or whose access it changed; else by the e-mail in it. */
async function findMemberOfCall({ read }: Database, partnerId: number, id: string): Promise<CallDetail['member']> {
  const members = await read
    .selectFrom('access_event')
    .innerJoin('member', 'member.id', 'access_event.member_id')
    .select(['member.public_id', 'external_user_id', 'kind'])
    .where('access_event.partner_id', '=', partnerId)
    .where('access_event.id', '=', toKey(id))
    .where('member.partner_id', '=', partnerId)
    .execute()
  const member = members.find((event) => nameOfKind(event) !== 'session-email-conflict') ?? members[0]
  return member ? { id: member.public_id, externalUserId: member.external_user_id } : null
}
