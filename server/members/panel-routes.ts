import type { Environment as EnvironmentName } from '@estante/contract/panel/credentials.ts'
import * as contract from '@estante/contract/panel/members.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actorOf } from '../admins/authenticate-admin.ts'
import type { Context } from '../context.ts'
import type { Member } from '../db/tables.ts'
import { ApiError } from '../http/errors.ts'
import { twoWayPage } from '../http/keyset-pagination.ts'
import { serve } from '../http/serve.ts'
import { tenancyOf } from '../tenancy.ts'
import type { AccessRefusals } from './access-refusals.ts'
import { findMember, findMemberById, restoreMember, revokeMember } from './member.ts'
import { countMembers, memberSections } from './member-list.ts'
import type { OpenViews } from './open-views.ts'
import { readMemberDetail, toPanelMembers } from './panel-member.ts'
import { maySeeTitles, recordTitlesDisclosure } from './titles-disclosure.ts'

const MEMBERS_A_PAGE = 50

/** Registers the panel's routes to look up, block and restore a partner's members. */
export function panelMemberRoutes(
  app: FastifyInstance,
  context: Context,
  openViews: OpenViews,
  accessRefusals: AccessRefusals,
): void {
  const { db, clock } = context

  serve(app, contract.listMembers, async ({ query, request }) => {
    const sections = await memberSections(db.read, tenancyOf(request, query), query)
    const { items, ...cursors } = await twoWayPage(context, 'members', query.cursor, sections, MEMBERS_A_PAGE)
    return { items: await toPanelMembers(db.read, items), ...cursors }
  })

  serve(app, contract.countMembers, async ({ query, request }) =>
    countMembers(db.read, tenancyOf(request, query), query),
  )

  serve(app, contract.getMember, async ({ params, query, request }) => {
    const tenancy = tenancyOf(request, query)
    // Our ids are never looked up as the partner's identifiers, which may be any text.
    const member =
      (await findMemberById(db.read, tenancy, params.id)) ?? (await findMember(db.read, tenancy, params.id))
    if (!member) throw new ApiError('NOT_FOUND')
    await accessRefusals.flush()
    return show(request, member)
  })

  serve(app, contract.blockMember, async ({ params, body, request }) => {
    const blocked = await change(request, body, params.id, revokeMember)
    openViews.endMember(blocked.id)
    return show(request, blocked)
  })

  serve(app, contract.restoreMember, async ({ params, body, request }) =>
    show(request, await change(request, body, params.id, restoreMember)),
  )

  /** Reads the details of a member that the admin's role may see; audits the disclosure of titles first. */
  async function show(request: FastifyRequest, member: Member): Promise<contract.MemberDetail> {
    const hasTitles = await maySeeTitles(db.read, request)
    const detail = await readMemberDetail(db.read, clock.now(), member, { hasTitles })
    if (detail.titles && detail.titles.length > 0) await recordTitlesDisclosure(context, request, member)
    return detail
  }

  function change(
    request: FastifyRequest,
    body: { environment: EnvironmentName },
    publicId: string,
    act: typeof revokeMember,
  ): Promise<Member> {
    const tenancy = tenancyOf(request, body)
    return db.write(async (tx) => {
      const member = await findMemberById(tx, tenancy, publicId)
      if (!member) throw new ApiError('NOT_FOUND')
      return act(tx, clock.now(), member, actorOf(request))
    })
  }
}
