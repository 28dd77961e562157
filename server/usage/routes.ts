import { Readable } from 'node:stream'
import { getUsage } from '@estante/contract/partner/usage.ts'
import type { FastifyInstance } from 'fastify'
import { toMonth } from '../calendar.ts'
import type { Context } from '../context.ts'
import { acceptsEncoding } from '../http/accepts-encoding.ts'
import { matchesEtag } from '../http/etag.ts'
import { serve } from '../http/serve.ts'
import { isFinalEverywhere } from './finality.ts'
import { writeUsageReport } from './report.ts'
import { createReportCache } from './report-cache.ts'
import { readRevision } from './revision.ts'
import { readTotals } from './totals.ts'

/**
 * Registers the routes of the monthly report, for the partner's backend (specification, section 4). Reports of final
 * months are cached and have an entity tag.
 */
export function usageRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock, config } = context
  const reports = createReportCache(context)

  serve(app, getUsage, async ({ query, request, reply }) => {
    const { client } = request
    const month = toMonth(query.month)
    const report = () => writeUsageReport(db, client, month)
    reply.type('application/json; charset=utf-8')
    if (!isFinalEverywhere(month, config.timeZone, clock.now())) return reply.send(toStream(report()))

    const revision = await readRevision(db.read, client, month)
    const [figures] = await readTotals(db.read, client, month, 1)
    if (!figures) throw new Error('a month without its figures')
    const name = reports.nameOf(client, month, figures.totals, revision)
    // Weak: it is the same compressed or not.
    reply.headers({ ETag: `W/"${name}"`, 'Cache-Control': 'private, no-cache', Vary: 'Accept-Encoding' })
    if (matchesEtag(request.headers['if-none-match'], `"${name}"`)) return reply.status(304).send()
    if (!reports.isWorthCaching(figures.totals)) return reply.send(toStream(report()))

    const cached = await reports.find(name)
    if (!cached) return reply.send(toStream(reports.cacheWhileSending(name, report())))
    if (!acceptsEncoding(request.headers['accept-encoding'], 'gzip')) return reply.send(cached.readText())
    reply.headers({ 'Content-Encoding': 'gzip', 'Content-Length': cached.compressedBytes })
    return reply.send(cached.readCompressed())
  })
}

/**
 * Streams the report's strings as they are: converted to buffers, they would trigger a full garbage collection for
 * every fourth of the report's size.
 */
function toStream(report: AsyncIterable<string>): Readable {
  return Readable.from(report, { highWaterMark: 1 })
}
