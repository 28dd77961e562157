import * as contract from '@estante/contract/panel/partners.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findAdmin } from '../admins/admin.ts'
import { operatorOf } from '../admins/authenticate-admin.ts'
import type { Context } from '../context.ts'
import { limitCredential } from '../credentials/credential.ts'
import { toPanelCredential } from '../credentials/panel-credential.ts'
import type { Transaction } from '../db/database.ts'
import type { Partner } from '../db/tables.ts'
import { ApiError } from '../http/errors.ts'
import { keysetPage } from '../http/keyset-pagination.ts'
import { serve } from '../http/serve.ts'
import type { OpenViews } from '../members/open-views.ts'
import { inviteAdmin, showInvitationLink } from '../team/invitation.ts'
import { createInvitationSender } from '../team/send-invitation.ts'
import { findPartners, readDetail, toSummaries, toSummary } from './panel-partner.ts'
import {
  findPartner,
  insertPartner,
  isDuplicateSlug,
  limitPartner,
  renamePartner,
  resumePartner,
  suspendPartner,
} from './partner.ts'

const PAGE = 50

/** Registers the routes of partners, for operators, who see no secret and create no credential for a partner. */
export function partnerRoutes(app: FastifyInstance, context: Context, openViews: OpenViews): void {
  const { db, clock, config } = context
  const sendInvitation = createInvitationSender(context)

  serve(app, contract.listPartners, async ({ query: { cursor, ...filter } }) => {
    const { items, nextCursor } = await keysetPage(context, 'partners', cursor, {
      size: PAGE,
      read: (before, limit) => findPartners(db, filter, before, limit),
      keyOf: ({ public_id }) => public_id,
    })
    return { items: await toSummaries(context, items), nextCursor }
  })

  serve(app, contract.createPartner, async ({ body: { name, slug, ownerEmail }, request }) => {
    if (ownerEmail !== undefined) await refuseDuplicateEmail(ownerEmail)
    const creation = db.write(async (tx) => {
      const partner = await insertPartner(tx, clock.now(), { name, slug }, operatorOf(request))
      return { partner, invited: ownerEmail === undefined ? null : await invite(tx, request, partner, ownerEmail) }
    })
    const { partner, invited } = await creation.catch((error) => {
      throw isDuplicateSlug(error) ? new ApiError('SLUG_TAKEN') : error
    })
    return {
      partner: await toSummary(context, partner),
      invitation: invited ? await deliver(request, invited) : null,
    }
  })

  serve(app, contract.getPartner, async ({ params }) => readDetail(context, await findOrRefuse(params)))

  serve(app, contract.renamePartner, async ({ params, body, request }) => {
    const { id } = await findOrRefuse(params)
    return toSummary(context, await renamePartner(db, clock.now(), id, body, operatorOf(request)))
  })

  serve(app, contract.suspendPartner, async ({ params, request }) => {
    const { id } = await findOrRefuse(params)
    const suspended = await suspendPartner(db, clock.now(), id, operatorOf(request))
    openViews.endPartner(id)
    return toSummary(context, suspended)
  })

  serve(app, contract.resumePartner, async ({ params, request }) => {
    const { id } = await findOrRefuse(params)
    return toSummary(context, await resumePartner(db, clock.now(), id, operatorOf(request)))
  })

  serve(app, contract.limitPartner, async ({ params, body, request }) => {
    const { id } = await findOrRefuse(params)
    return toSummary(context, await limitPartner(db, clock.now(), id, body, operatorOf(request)))
  })

  serve(app, contract.limitPartnerCredential, async ({ params, body, request }) => {
    const { id: partnerId } = await findOrRefuse(params)
    const key = { clientId: params.clientId, partnerId }
    const limited = await limitCredential(db, clock.now(), key, body, operatorOf(request))
    if (!limited) throw new ApiError('NOT_FOUND')
    return toPanelCredential(context, limited)
  })

  serve(app, contract.invitePartnerOwner, async ({ params, body: { email }, request }) => {
    const partner = await findOrRefuse(params)
    await refuseDuplicateEmail(email)
    return deliver(request, await db.write((tx) => invite(tx, request, partner, email)))
  })

  async function deliver(request: FastifyRequest, { partnerId, ...invited }: Awaited<ReturnType<typeof invite>>) {
    const { email } = invited
    const { invitationUrl, isRefused } = await sendInvitation(invited)
    if (!isRefused) return { email, invitationUrl }
    const actor = { ...operatorOf(request), partnerId }
    return { email, invitationUrl: await showInvitationLink(context, invited, actor) }
  }

  async function findOrRefuse({ slug }: { slug: string }): Promise<Partner> {
    const partner = await findPartner(db, slug)
    if (!partner) throw new ApiError('NOT_FOUND')
    return partner
  }

  async function invite(tx: Transaction, request: FastifyRequest, { id: partnerId, name }: Partner, email: string) {
    const owner = { partnerId, email, role: 'owner', isByHand: !config.smtpUrl } as const
    return { partnerId, email, partnerName: name, ...(await inviteAdmin(tx, clock.now(), owner, operatorOf(request))) }
  }

  /** An e-mail has at most one account, in any team: only operators may learn that it exists. */
  async function refuseDuplicateEmail(email: string): Promise<void> {
    if (await findAdmin(db.read, email)) throw new ApiError('ADMIN_EXISTS')
  }
}
