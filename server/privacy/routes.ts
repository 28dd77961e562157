import { Readable } from 'node:stream'
import * as contract from '@estante/contract/panel/members.ts'
import { eraseUser, exportUser } from '@estante/contract/partner/users.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { actorOf } from '../admins/authenticate-admin.ts'
import type { Actor } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import type { Member } from '../db/tables.ts'
import { ApiError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { findMember, findMemberById } from '../members/member.ts'
import type { OpenViews } from '../members/open-views.ts'
import { tenancyOf } from '../tenancy.ts'
import { eraseMember } from './erase-member.ts'
import { recordExport, writeMemberData } from './export-member.ts'

/** Registers the routes for access and erasure requests of a person, for the partner's backend. */
export function memberDataRoutes(app: FastifyInstance, context: Context, openViews: OpenViews): void {
  const { db } = context

  serve(app, exportUser, async ({ params, request, reply }) => {
    const member = await findMember(db.read, request.client, params.externalUserId)
    if (!member) throw new ApiError('USER_NOT_FOUND')
    return sendData(context, reply, member, clientOf(request))
  })

  serve(app, eraseUser, async ({ params, request, reply }) => {
    await eraseMember(context, {
      find: (tx) => findMember(tx, request.client, params.externalUserId),
      actor: clientOf(request),
      endViews: openViews.endMember,
    })
    return reply.send()
  })
}

/** Registers the same routes in the panel, for owners. */
export function panelMemberDataRoutes(app: FastifyInstance, context: Context, openViews: OpenViews): void {
  const { db } = context

  serve(app, contract.exportMember, async ({ params, query, request, reply }) => {
    const tenancy = tenancyOf(request, query)
    const member = await findMemberById(db.read, tenancy, params.id)
    if (!member) throw new ApiError('NOT_FOUND')
    reply.header('Content-Disposition', `attachment; filename="dados-${member.public_id}.json"`)
    return sendData(context, reply, member, actorOf(request))
  })

  serve(app, contract.eraseMember, async ({ params, body, request }) => {
    const tenancy = tenancyOf(request, body)
    const erased = await eraseMember(context, {
      find: (tx) => findMemberById(tx, tenancy, params.id),
      actor: actorOf(request),
      endViews: openViews.endMember,
    })
    if (!erased) throw new ApiError('NOT_FOUND')
    return erased
  })
}

async function sendData(context: Context, reply: FastifyReply, member: Member, actor: Actor): Promise<FastifyReply> {
  // The answer to HEAD has no data: nothing is read, and no export is in the audit.
  const isExport = reply.request.method === 'GET'
  if (isExport) await recordExport(context, actor, member)
  const data = isExport ? writeMemberData(context, member) : []
  return reply.type('application/json; charset=utf-8').send(Readable.from(data))
}

/** Returns the credential that acts, for the audit. */
function clientOf({ client, ip }: FastifyRequest): Actor {
  return { partnerId: client.partnerId, email: client.clientId, address: ip }
}
