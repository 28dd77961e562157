import { Readable } from 'node:stream'
import * as contract from '@estante/contract/panel/usage.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { monthOf, toMonth } from '../calendar.ts'
import type { Context } from '../context.ts'
import { keysetPage, twoWayPage } from '../http/keyset-pagination.ts'
import { serve } from '../http/serve.ts'
import { tenancyOf } from '../tenancy.ts'
import { writeMembersCsv, writeTitlesCsv } from './csv.ts'
import { readTitles, titleKey } from './read-titles.ts'
import { monthMembers } from './report-rows.ts'
import { readTotals, toUsageMonth } from './totals.ts'

const MAX_MONTHS = 24
const MEMBERS_A_PAGE = 50
const TITLES_A_PAGE = 20

const fileNames = { production: 'producao', sandbox: 'sandbox' }

/** Registers the panel's routes of the figures of a partner's report. A named member's: `members/usage-routes.ts`. */
export function panelUsageRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock, config } = context
  const { timeZone } = config

  serve(app, contract.listUsageMonths, async ({ query, request }) => {
    const last = monthOf(clock.now(), timeZone)
    const months = await readTotals(db.read, tenancyOf(request, query), last, MAX_MONTHS)
    return { months: months.map((month) => toUsageMonth(month, timeZone)), timeZone }
  })

  serve(app, contract.getUsageMonth, async ({ params, query, request }) => {
    const [before, month] = await readTotals(db.read, tenancyOf(request, query), toMonth(params.month), 2)
    if (!before || !month) throw new Error('a month without its figures')
    return { month: toUsageMonth(month, timeZone), before: before.totals }
  })

  serve(app, contract.listUsageTitles, async ({ params, query, request }) => {
    const tenancy = tenancyOf(request, query)
    const { items, nextCursor } = await keysetPage(context, 'usage-titles', query.cursor, {
      size: TITLES_A_PAGE,
      read: (after, limit) => readTitles(db.read, tenancy, toMonth(params.month), { after, limit }),
      keyOf: titleKey,
    })
    return {
      items: items.map(({ publicId: id, now, titlesStarted, listeningSeconds, readingChapters }) => {
        return { id, ...now, titlesStarted, listeningSeconds, readingChapters }
      }),
      nextCursor,
    }
  })

  serve(app, contract.listUsageMembers, async ({ params, query, request }) => {
    const members = monthMembers(db.read, tenancyOf(request, query), toMonth(params.month), query.search?.trim())
    return twoWayPage(context, 'usage-members', query.cursor, [members], MEMBERS_A_PAGE)
  })

  serve(app, contract.downloadUsageMembers, async ({ params, query, request, reply }) => {
    const csv = writeMembersCsv(db.read, tenancyOf(request, query), toMonth(params.month), timeZone)
    return asFile(reply, `uso-${params.month}-membros-${fileNames[query.environment]}.csv`).send(
      Readable.from(csv, { objectMode: false }),
    )
  })

  serve(app, contract.downloadUsageTitles, async ({ params, query, request, reply }) => {
    const csv = await writeTitlesCsv(db.read, tenancyOf(request, query), toMonth(params.month))
    return asFile(reply, `uso-${params.month}-titulos-${fileNames[query.environment]}.csv`).send(csv)
  })
}

function asFile(reply: FastifyReply, name: string): FastifyReply {
  return reply.type('text/csv; charset=utf-8').header('Content-Disposition', `attachment; filename="${name}"`)
}
