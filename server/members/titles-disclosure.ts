import { PARTNER_ROLES, type PartnerRole } from '@estante/contract/roles.ts'
import type { FastifyRequest } from 'fastify'
import { actorOf } from '../admins/authenticate-admin.ts'
import { appendMemberAudit } from '../audit/audit.ts'
import { dayOf } from '../calendar.ts'
import type { Context } from '../context.ts'
import type { Connection } from '../db/database.ts'
import type { Member } from '../db/tables.ts'
import { memberKeyOf, ofMember } from '../tenancy.ts'

/*
 * Reading reveals beliefs, health and politics. Only some roles see which titles a named member has, and each
 * disclosure is audited, once for each admin, member and day.
 */

export const TITLES_DISCLOSED_TO_DEFAULT: PartnerRole = 'developer'

/** Whether an admin's role may see a named member's titles. */
export async function maySeeTitles(db: Connection, { admin }: FastifyRequest): Promise<boolean> {
  if (admin.partnerId === null) return false
  const { titles_disclosed_to } = await db
    .selectFrom('partner')
    .select('titles_disclosed_to')
    .where('id', '=', admin.partnerId)
    .executeTakeFirstOrThrow()
  const own = PARTNER_ROLES.indexOf(admin.role as PartnerRole)
  return own >= 0 && own <= PARTNER_ROLES.indexOf(titles_disclosed_to ?? TITLES_DISCLOSED_TO_DEFAULT)
}

/**
 * Audits that an admin views a member's titles, unless the day has an entry, or the request is HEAD: its answer has no
 * titles. Call it before the response.
 */
export async function recordTitlesDisclosure(
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  request: FastifyRequest,
  member: Member,
): Promise<void> {
  if (request.method === 'HEAD') return
  const now = clock.now()
  const disclosure = {
    partner_id: member.partner_id,
    member_id: member.id,
    admin_id: request.admin.adminId,
    day: dayOf(now, config.timeZone),
  }
  const known = await db.read
    .selectFrom('titles_disclosure')
    .select('day')
    .where(ofMember(memberKeyOf(member)))
    .where('admin_id', '=', disclosure.admin_id)
    .where('day', '=', disclosure.day)
    .executeTakeFirst()
  if (known) return
  await db.write(async (tx) => {
    const first = await tx
      .insertInto('titles_disclosure')
      .values(disclosure)
      .onConflict((conflict) => conflict.columns(['partner_id', 'member_id', 'admin_id', 'day']).doNothing())
      .returning('day')
      .executeTakeFirst()
    if (!first) return
    await appendMemberAudit(tx, now, actorOf(request), 'member-titles-viewed', member)
  })
}
