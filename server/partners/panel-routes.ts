import {
  createPartner as createPartnerRoute,
  getPartner,
  invitePartnerOwner,
  limitPartnerCredential,
  limitPartner as limitPartnerRoute,
  listPartners,
  renamePartner as renamePartnerRoute,
  resumePartner as resumePartnerRoute,
  suspendPartner as suspendPartnerRoute,
} from '@estante/contract/panel/partners.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findAdmin } from '../admins/admin.ts'
import { operatorOn } from '../admins/authenticate-admin.ts'
import { appendAudit } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { limitCredential } from '../credentials/credential.ts'
import { toPanelCredential } from '../credentials/panel-credential.ts'
import type { Transaction } from '../db/database.ts'
import type { Partner } from '../db/tables.ts'
import { ApiError } from '../http/errors.ts'
import { keysetPage } from '../http/keyset-pagination.ts'
import { serve } from '../http/serve.ts'
import type { OpenViews } from '../members/open-views.ts'
import { inviteAdmin } from '../team/invitation.ts'
import { createInvitationSender } from '../team/send-invitation.ts'
import { findPartners, readDetail, toSummaries, toSummary } from './panel-partner.ts'
import {
  findPartner,
  insertPartner,
  limitPartner,
  refusingTakenSlug,
  renamePartner,
  resumePartner,
  SlugTakenError,
  suspendPartner,
} from './partner.ts'

const PAGE = 50

/** The partners, for operators, who see no secret and create no credential for a partner. */
export function partnerRoutes(app: FastifyInstance, context: Context, openViews: OpenViews): void {
  const { db, clock } = context
  const sendInvitation = createInvitationSender(context)

  serve(app, listPartners, async ({ query: { cursor, ...filter } }) => {
    const { items, nextCursor } = await keysetPage(context, 'partners', cursor, {
      size: PAGE,
      read: (before, limit) => findPartners(db, filter, before, limit),
      keyOf: ({ public_id }) => public_id,
    })
    return { items: await toSummaries(context, items), nextCursor }
  })

  serve(app, createPartnerRoute, async ({ body: { name, slug, ownerEmail }, request }) => {
    if (ownerEmail !== undefined) await refuseTakenEmail(ownerEmail)
    const { partner, invited } = await refusingTakenSlug(slug, () =>
      db.write(async (tx) => {
        const partner = await insertPartner(tx, clock.now(), { name, slug }, operatorOn(request, null))
        return { partner, invited: ownerEmail === undefined ? null : await invite(tx, request, partner, ownerEmail) }
      }),
    ).catch((error) => {
      throw error instanceof SlugTakenError ? new ApiError('SLUG_TAKEN') : error
    })
    return {
      partner: await toSummary(context, partner),
      invitation: invited ? { email: invited.email, ...(await sendInvitation(invited)) } : null,
    }
  })

  serve(app, getPartner, async ({ params }) => readDetail(context, await findOrRefuse(params)))

  serve(app, renamePartnerRoute, async ({ params, body, request }) => {
    const { id } = await findOrRefuse(params)
    const { name } = body
    const renamed = await db.write(async (tx) => {
      // Locked until it is written: of two concurrent changes, the second sees the first.
      const partner = await tx
        .selectFrom('partner')
        .selectAll()
        .where('id', '=', id)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow()
      if (name === partner.name) return partner
      const isOther = body.nameBefore !== undefined && body.nameBefore !== partner.name
      if (isOther) throw new ApiError('CHANGED_MEANWHILE')
      const detail = { from: partner.name, to: name }
      await appendAudit(tx, clock.now(), operatorOn(request, partner.id), 'partner-renamed', name, detail)
      return renamePartner(tx, partner, name)
    })
    return toSummary(context, renamed)
  })

  serve(app, suspendPartnerRoute, async ({ params, request }) => {
    const partner = await findOrRefuse(params)
    const suspended = await db.write(async (tx) => {
      const changed = await suspendPartner(tx, clock.now(), partner.id)
      if (changed)
        await appendAudit(tx, clock.now(), operatorOn(request, partner.id), 'partner-suspended', partner.name)
      return changed
    })
    openViews.endPartner(partner.id)
    return toSummary(context, suspended ?? (await findOrRefuse(params)))
  })

  serve(app, resumePartnerRoute, async ({ params, request }) => {
    const partner = await findOrRefuse(params)
    const resumed = await db.write(async (tx) => {
      const changed = await resumePartner(tx, partner.id)
      if (changed) await appendAudit(tx, clock.now(), operatorOn(request, partner.id), 'partner-resumed', partner.name)
      return changed
    })
    return toSummary(context, resumed ?? (await findOrRefuse(params)))
  })

  serve(app, limitPartnerRoute, async ({ params, body: { rateLimit, rateLimitBefore }, request }) => {
    const { id } = await findOrRefuse(params)
    const limited = await db.write(async (tx) => {
      const changed = await limitPartner(tx, id, rateLimit)
      if (changed && changed.earlierLimit !== rateLimit) {
        if (rateLimitBefore !== undefined && rateLimitBefore !== changed.earlierLimit) {
          throw new ApiError('CHANGED_MEANWHILE')
        }
        const detail = { from: changed.earlierLimit, to: rateLimit }
        await appendAudit(
          tx,
          clock.now(),
          operatorOn(request, id),
          'partner-limit-changed',
          changed.partner.name,
          detail,
        )
      }
      return changed
    })
    if (!limited) throw new ApiError('NOT_FOUND')
    return toSummary(context, limited.partner)
  })

  serve(app, limitPartnerCredential, async ({ params, body: { rateLimit, rateLimitBefore }, request }) => {
    const { id: partnerId } = await findOrRefuse(params)
    const key = { clientId: params.clientId, partnerId }
    const actor = operatorOn(request, partnerId)
    const limited = await limitCredential(db, clock.now(), key, { rateLimit, rateLimitBefore }, actor)
    if (!limited) throw new ApiError('NOT_FOUND')
    return toPanelCredential(context, limited)
  })

  serve(app, invitePartnerOwner, async ({ params, body: { email }, request }) => {
    const partner = await findOrRefuse(params)
    await refuseTakenEmail(email)
    const invited = await db.write((tx) => invite(tx, request, partner, email))
    return { email, ...(await sendInvitation(invited)) }
  })

  async function findOrRefuse({ slug }: { slug: string }): Promise<Partner> {
    const partner = await findPartner(db, slug)
    if (!partner) throw new ApiError('NOT_FOUND')
    return partner
  }

  async function invite(tx: Transaction, request: FastifyRequest, { id: partnerId, name }: Partner, email: string) {
    const role = 'owner'
    await appendAudit(tx, clock.now(), operatorOn(request, partnerId), 'admin-invited', email, { role })
    return { email, partnerName: name, ...(await inviteAdmin(tx, clock.now(), { partnerId, email, role })) }
  }

  /** An e-mail has at most one account, in any team: only operators may learn that it exists. */
  async function refuseTakenEmail(email: string): Promise<void> {
    if (await findAdmin(db.read, email)) throw new ApiError('ADMIN_EXISTS')
  }
}
