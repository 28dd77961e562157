import { Readable } from 'node:stream'
import { getUsage } from '@estante/contract/partner/usage.ts'
import type { FastifyInstance } from 'fastify'
import { type Month, monthInterval, toMonth } from '../calendar.ts'
import type { Context } from '../context.ts'
import { acceptsEncoding } from '../http/accepts-encoding.ts'
import { matchesEtag } from '../http/etag.ts'
import { serve } from '../http/serve.ts'
import { CLAIM_LIMIT_MS } from './figures.ts'
import { writeUsageReport } from './report.ts'
import { createReportCache, readRevision } from './report-cache.ts'
import { readTotals } from './totals.ts'

/** Writes begun before a month was final may commit a little later, and the clocks of nodes differ. */
const SETTLED_AFTER_MS = 3_600_000

/**
 * Routes of the monthly report, for the partner's backend (specification, section 4). Reports of final months are
 * cached and have an entity tag.
 */
export function usageRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock, config } = context
  const reports = createReportCache(context)

  serve(app, getUsage, async ({ query, request, reply }) => {
    const { client } = request
    const month = toMonth(query.month)
    const report = () => writeUsageReport(db, client, month)
    reply.type('application/json; charset=utf-8')
    if (!isSettled(month)) return reply.send(toStream(report()))

    const revision = await readRevision(db.read, client, month)
    const [figures] = await readTotals(db.read, client, month, 1)
    if (!figures) throw new Error('a month without its figures')
    const name = reports.nameOf(client, month, figures.totals, revision)
    // Weak: it is the same compressed or not.
    reply.headers({ ETag: `W/"${name}"`, 'Cache-Control': 'private, no-cache', Vary: 'Accept-Encoding' })
    const known = request.headers['if-none-match']
    if (known !== undefined && matchesEtag(known, `"${name}"`)) return reply.status(304).send()
    if (!reports.isWorthCaching(figures.totals)) return reply.send(toStream(report()))

    const cached = await reports.find(name)
    if (!cached) return reply.send(toStream(reports.cacheWhileSending(name, report())))
    if (!acceptsEncoding(request.headers['accept-encoding'], 'gzip')) return reply.send(cached.readText())
    reply.headers({ 'Content-Encoding': 'gzip', 'Content-Length': cached.compressedBytes })
    return reply.send(cached.readCompressed())
  })

  function isSettled(month: Month): boolean {
    return monthInterval(month, config.timeZone).endsAt + CLAIM_LIMIT_MS + SETTLED_AFTER_MS <= clock.now()
  }
}

/**
 * Streams the report's strings as they are: converted to buffers, they would trigger a full garbage collection for
 * every fourth of the report's size.
 */
function toStream(report: AsyncIterable<string>): Readable {
  return Readable.from(report, { highWaterMark: 1 })
}
