import * as contract from '@estante/contract/panel/admins.ts'
import type { FastifyInstance } from 'fastify'
import { readMe, toAdmin } from '../admins/admin.ts'
import { actorOf, clientInfoOf, setCookie } from '../admins/authenticate-admin.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import type { OpenViews } from '../members/open-views.ts'
import { partnerOf } from '../tenancy.ts'
import {
  acceptInvitation,
  inviteAdmin,
  readInvitation,
  refuseInvitationsBeyond,
  withdrawInvitation,
} from './invitation.ts'
import { createInvitationSender } from './send-invitation.ts'
import { changeRole, isInTeam, readTeam, removeAdmin, requireSecondFactorOfTeam } from './team.ts'

/** Lets an invited person read the invitation and become an admin, without being signed in. */
export function invitationRoutes(app: FastifyInstance, context: Context): void {
  const { db, config } = context

  serve(app, contract.readInvitation, async ({ body }) => {
    const invitation = await readInvitation(context, body.token)
    if (!invitation) throw new ApiError('INVALID_INVITATION')
    return invitation
  })

  serve(app, contract.acceptInvitation, async ({ body, request, reply }) => {
    const { token, ...signedIn } = await acceptInvitation(context, body, clientInfoOf(request))
    setCookie(reply, config, token)
    return readMe(db.read, config, signedIn.adminId)
  })
}

/** Registers the routes of a team's members and pending invitations. */
export function teamRoutes(app: FastifyInstance, context: Context, openViews: OpenViews): void {
  const { db, clock, config } = context
  const sendInvitation = createInvitationSender(context)

  serve(app, contract.getTeam, ({ request }) => readTeam(db, clock.now(), request.admin.partnerId))

  serve(app, contract.requireSecondFactor, async ({ body, request, reply }) => {
    await requireSecondFactorOfTeam(db, clock.now(), partnerOf(request), body.isRequired, actorOf(request))
    return reply.send()
  })

  serve(app, contract.inviteAdmin, async ({ body: { email, role }, request }) => {
    const partnerId = partnerOf(request)
    if (await isInTeam(db, partnerId, email)) throw new ApiError('ADMIN_EXISTS')
    const invited = await db.write(async (tx) => {
      await refuseInvitationsBeyond(tx, clock.now(), partnerId, email)
      return inviteAdmin(tx, clock.now(), { partnerId, email, role, isByHand: !config.smtpUrl }, actorOf(request))
    })
    const partner = await db.read.selectFrom('partner').select('name').where('id', '=', partnerId).executeTakeFirst()
    const { isRefused, invitationUrl } = await sendInvitation({ email, partnerName: partner?.name, ...invited })
    if (!isRefused) return { invitationUrl }
    // The link would let the owner sign up as anyone whose e-mail the mail server refuses.
    await withdrawInvitation(db, clock.now(), partnerId, { id: invited.id }, actorOf(request))
    throw new ApiError('INVITATION_NOT_SENT')
  })

  serve(app, contract.withdrawInvitation, async ({ params, request, reply }) => {
    const withdrawn = await withdrawInvitation(db, clock.now(), partnerOf(request), params, actorOf(request))
    if (!withdrawn) throw new ApiError('NOT_FOUND')
    return reply.send()
  })

  serve(app, contract.changeRole, async ({ params, body, request }) => {
    const change = { publicId: params.id, role: body.role }
    const demoted = await changeRole(db, clock.now(), partnerOf(request), change, actorOf(request))
    if (!demoted) throw new ApiError('NOT_FOUND')
    if (demoted.memberId !== undefined) openViews.endMember(demoted.memberId)
    return toAdmin(demoted.changed)
  })

  serve(app, contract.removeAdmin, async ({ params, request, reply }) => {
    const removed = await removeAdmin(db, clock.now(), partnerOf(request), params.id, actorOf(request))
    if (!removed) throw new ApiError('NOT_FOUND')
    if (removed.memberId !== undefined) openViews.endMember(removed.memberId)
    return reply.send()
  })
}
