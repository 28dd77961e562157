import { getUsageDay, getUsageMember } from '@estante/contract/panel/usage.ts'
import type { FastifyInstance } from 'fastify'
import { type Month, toMonth } from '../calendar.ts'
import type { Context } from '../context.ts'
import { displayNameOf } from '../display-name.ts'
import { ApiError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { tenancyOf } from '../tenancy.ts'
import { readFirstDetailedMonth } from '../usage/detail-retention.ts'
import { readMemberDay, readMemberMonth } from '../usage/member-month.ts'
import { findMonthMember } from '../usage/report-rows.ts'
import { readTotals, toUsageMonth } from '../usage/totals.ts'
import { findMemberById } from './member.ts'
import { maySeeTitles, recordTitlesDisclosure } from './titles-disclosure.ts'

/** Past the retention of minutes. Started titles are stored longer but reveal as much, so they are hidden with them. */
const NO_DETAIL = { listeningMs: 0, readingMs: 0, titles: [], days: [] }

/** Registers the routes of a named member's usage, by month and by day. */
export function memberUsageRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock, config } = context
  const { timeZone } = config
  const isDetailRemoved = async (month: Month) => month < (await readFirstDetailedMonth(db.read, clock.now(), config))

  serve(app, getUsageMember, async ({ params, query, request }) => {
    const tenancy = tenancyOf(request, query)
    const member = await findMemberById(db.read, tenancy, params.id)
    if (!member) throw new ApiError('NOT_FOUND')
    const externalUserId = member.external_user_id
    const month = toMonth(params.month)
    const isRemoved = await isDetailRemoved(month)
    const [[figures], line, detail] = await Promise.all([
      readTotals(db.read, tenancy, month, 1),
      externalUserId === null ? undefined : findMonthMember(db.read, tenancy, month, externalUserId),
      isRemoved ? NO_DETAIL : readMemberMonth(db.read, member, month, timeZone),
    ])
    if (!figures) throw new Error('a month without its figures')
    const hasTitles = await maySeeTitles(db.read, request)
    if (hasTitles && detail.titles.length > 0) await recordTitlesDisclosure(context, request, member)
    return {
      month: toUsageMonth(figures, timeZone),
      line: line ?? null,
      member: { id: member.public_id, externalUserId, name: displayNameOf(member) },
      ...detail,
      titles: hasTitles ? detail.titles : null,
      isDetailRemoved: isRemoved,
      timeZone,
    }
  })

  serve(app, getUsageDay, async ({ params, query, request }) => {
    const tenancy = tenancyOf(request, query)
    if (!(await maySeeTitles(db.read, request))) throw new ApiError('NOT_ALLOWED')
    const member = await findMemberById(db.read, tenancy, params.id)
    const month = toMonth(params.month)
    const day = member && (await readMemberDay(db.read, member, month, query.day, timeZone))
    if (!day) throw new ApiError('NOT_FOUND')
    if (await isDetailRemoved(month)) return { minutes: [], chapters: [] }
    if (day.minutes.length + day.chapters.length > 0) await recordTitlesDisclosure(context, request, member)
    return day
  })
}
