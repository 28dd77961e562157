import { Readable } from 'node:stream'
import { downloadAudit, listAudit } from '@estante/contract/panel/audit.ts'
import type { Query } from '@estante/contract/route.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type AuditQuery, readAudit } from '../audit/audit.ts'
import { writeAuditCsv } from '../audit/audit-csv.ts'
import type { Context } from '../context.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { ApiError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { PREVIEW_PARTNER_ID } from '../tenancy.ts'
import { partnerOf } from './authenticate-admin.ts'

const AUDIT_PAGE = 50

/** What the people of a team did, for owners and operators. */
export function auditRoutes(app: FastifyInstance, context: Context): void {
  const { db, config, signingKey } = context

  serve(app, listAudit, async ({ query, request }) => {
    const before = query.cursor === undefined ? undefined : decodeCursor(signingKey, 'audit', query.cursor)
    const asked = await readAuditQuery(query, request)
    if (!asked) return { items: [], nextCursor: null }
    const { items, next } = await readAudit(db, asked, before, AUDIT_PAGE)
    return { items, nextCursor: next === undefined ? null : encodeCursor(signingKey, 'audit', next) }
  })

  serve(app, downloadAudit, async ({ query, request, reply }) => {
    const asked = await readAuditQuery(query, request)
    if (!asked) throw new ApiError('NOT_FOUND')
    return reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', 'attachment; filename="auditoria.csv"')
      .send(Readable.from(writeAuditCsv(db, asked, config.timeZone), { objectMode: false }))
  })

  /** Undefined when it is about a partner that there is not. */
  async function readAuditQuery(
    { acts, search, from, until, partner: slug }: Query<typeof downloadAudit>,
    request: FastifyRequest,
  ): Promise<AuditQuery | undefined> {
    const isOperator = request.admin.role === 'operator'
    if (slug !== undefined && !isOperator) throw new ApiError('NOT_ALLOWED')
    const partner = slug === undefined ? undefined : await findPartnerId(slug)
    if (slug !== undefined && !partner) return undefined
    return {
      partnerId: isOperator ? partner?.id : partnerOf(request),
      isForOperator: isOperator,
      ...(acts !== undefined && { acts: acts.split(',') }),
      ...(search !== undefined && { search }),
      ...(from !== undefined && { from: Date.parse(from) }),
      ...(until !== undefined && { until: Date.parse(until) }),
    }
  }

  function findPartnerId(slug: string) {
    return db.read
      .selectFrom('partner')
      .select('id')
      .where('slug', '=', slug)
      .where('id', '!=', PREVIEW_PARTNER_ID)
      .executeTakeFirst()
  }
}
