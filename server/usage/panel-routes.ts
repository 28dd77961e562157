import { Readable } from 'node:stream'
import {
  downloadUsageMembers,
  downloadUsageTitles,
  getUsageMonth,
  listUsageMembers,
  listUsageMonths,
  listUsageTitles,
} from '@estante/contract/panel/usage.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { tenancyOf } from '../admins/authenticate-admin.ts'
import { monthOf } from '../calendar.ts'
import type { Context } from '../context.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { fromCursorText, toCursorText } from '../http/keyset-pagination.ts'
import { serve } from '../http/serve.ts'
import { writeMembersCsv, writeTitlesCsv } from './csv.ts'
import { readMonthMembers } from './month-members.ts'
import { readTitles, type TitlePlace } from './titles.ts'
import { readTotals, toUsageMonth } from './totals.ts'

const MONTHS_SHOWN = 24
const MEMBERS_A_PAGE = 50
const TITLES_A_PAGE = 20

const fileNames = { production: 'producao', sandbox: 'sandbox' }

/** A partner's usage, in the panel: the figures of the report, down to the minutes behind them. */
export function panelUsageRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock, config, signingKey } = context
  const { timeZone } = config

  serve(app, listUsageMonths, async ({ query, request }) => {
    const last = monthOf(clock.now(), timeZone)
    const months = await readTotals(db.read, tenancyOf(request, query), last, MONTHS_SHOWN)
    return { months: months.map((month) => toUsageMonth(month, timeZone)), timeZone }
  })

  serve(app, getUsageMonth, async ({ params, query, request }) => {
    const [before, month] = await readTotals(db.read, tenancyOf(request, query), params.month, 2)
    if (!before || !month) throw new Error('a month without its figures')
    return { month: toUsageMonth(month, timeZone), before: before.totals }
  })

  serve(app, listUsageTitles, async ({ params, query, request }) => {
    const tenancy = tenancyOf(request, query)
    const after =
      query.cursor === undefined
        ? undefined
        : (JSON.parse(decodeCursor(signingKey, 'usage-titles', query.cursor)) as TitlePlace)
    const titles = await readTitles(db.read, tenancy, params.month, { after, limit: TITLES_A_PAGE + 1 })
    const shown = titles.slice(0, TITLES_A_PAGE)
    const last = titles.length > TITLES_A_PAGE ? shown.at(-1) : undefined
    return {
      items: shown.map(({ publicationId, now, title, author, ...figures }) => ({
        id: publicationId === '' ? null : publicationId,
        type: now?.type ?? null,
        title: now?.title ?? title,
        author: now?.author ?? author,
        ...figures,
      })),
      nextCursor: last ? encodeCursor(signingKey, 'usage-titles', JSON.stringify(toPlace(last))) : null,
    }
  })

  serve(app, listUsageMembers, async ({ params, query, request }) => {
    const from =
      query.cursor === undefined ? undefined : fromCursorText(decodeCursor(signingKey, 'usage-members', query.cursor))
    const beginning = query.search?.trim() ?? ''
    const tenancy = tenancyOf(request, query)
    const page = await readMonthMembers(db.read, tenancy, params.month, beginning, from, MEMBERS_A_PAGE)
    const { rows, previous, next } = page
    return {
      items: rows,
      previousCursor: previous ? encodeCursor(signingKey, 'usage-members', toCursorText(previous)) : null,
      nextCursor: next ? encodeCursor(signingKey, 'usage-members', toCursorText(next)) : null,
    }
  })

  serve(app, downloadUsageMembers, async ({ params, query, request, reply }) => {
    const csv = writeMembersCsv(db.read, tenancyOf(request, query), params.month, timeZone)
    return asFile(reply, `uso-${params.month}-membros-${fileNames[query.environment]}.csv`).send(
      Readable.from(csv, { objectMode: false }),
    )
  })

  serve(app, downloadUsageTitles, async ({ params, query, request, reply }) => {
    const csv = await writeTitlesCsv(db.read, tenancyOf(request, query), params.month)
    return asFile(reply, `uso-${params.month}-titulos-${fileNames[query.environment]}.csv`).send(csv)
  })
}

function toPlace({ listeningSeconds, readingChapters, publicationId }: TitlePlace): TitlePlace {
  return { listeningSeconds, readingChapters, publicationId }
}

function asFile(reply: FastifyReply, name: string): FastifyReply {
  return reply.type('text/csv; charset=utf-8').header('Content-Disposition', `attachment; filename="${name}"`)
}
