import { Readable } from 'node:stream'
import { getUsage } from '@estante/contract/partner/usage.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { serve } from '../http/serve.ts'
import { writeUsageReport } from './report.ts'

/** The monthly report, for the partner's backend (specification, section 4). */
export function usageRoutes(app: FastifyInstance, { db }: Context): void {
  serve(app, getUsage, async ({ query, request, reply }) => {
    const report = writeUsageReport(db, request.client, query.month)
    return reply.type('application/json; charset=utf-8').send(Readable.from(report, { objectMode: false }))
  })
}
