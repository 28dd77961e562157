import { eraseUser } from '@estante/contract/partner/users.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { serve } from '../http/serve.ts'
import { findMember } from '../members/member.ts'
import type { OpenViews } from '../members/open-views.ts'
import { eraseMember } from './erase-member.ts'

/** The rights of a person over their data, for the partner's backend. */
export function memberDataRoutes(app: FastifyInstance, context: Context, openViews: OpenViews): void {
  serve(app, eraseUser, async ({ params, request, reply }) => {
    const { client, ip } = request
    await eraseMember(context, {
      find: (tx) => findMember(tx, client, params.externalUserId),
      actor: { partnerId: client.partnerId, email: client.clientId, address: ip },
      endViews: openViews.end,
    })
    return reply.send()
  })
}
