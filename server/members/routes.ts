import { getUser, revokeUser, upsertUser } from '@estante/contract/partner/users.ts'
import type { FastifyInstance } from 'fastify'
import { UNAUDITED } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import type { Milestones } from '../milestones/milestone.ts'
import { findLastActivity, findMember, revokeMember, toPartnerUser, upsertMember } from './member.ts'
import type { OpenViews } from './open-views.ts'

/** Registers the routes of members, for the partner's backend (specification, section 4). */
export function memberRoutes(
  app: FastifyInstance,
  { db, clock }: Context,
  openViews: OpenViews,
  milestones: Milestones,
): void {
  serve(app, upsertUser, async ({ params, body, request }) => {
    const member = await db.write((tx) =>
      upsertMember(tx, clock.now(), request.client, params.externalUserId, body, request.id),
    )
    if (member.revoked_at !== null) openViews.endMember(member.id)
    if (body.status === 'BLOCKED') milestones.reach(request.client, 'revoke-tested')
    return toPartnerUser(member)
  })

  serve(app, getUser, async ({ params, request }) => {
    const member = await findMember(db.read, request.client, params.externalUserId)
    if (!member) throw new ApiError('USER_NOT_FOUND')
    return { ...toPartnerUser(member), lastActivityAt: await findLastActivity(db.read, member) }
  })

  serve(app, revokeUser, async ({ params, request, reply }) => {
    const member = await db.write(async (tx) => {
      const member = await findMember(tx, request.client, params.externalUserId)
      return member && revokeMember(tx, clock.now(), member, UNAUDITED, request.id)
    })
    if (!member) throw new ApiError('USER_NOT_FOUND')
    openViews.endMember(member.id)
    milestones.reach(request.client, 'revoke-tested')
    return reply.send()
  })
}
