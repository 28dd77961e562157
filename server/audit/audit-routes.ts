import { Readable } from 'node:stream'
import { downloadAudit, listAudit } from '@estante/contract/panel/audit.ts'
import type { Query } from '@estante/contract/route.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { ApiError } from '../http/errors.ts'
import { scanPage } from '../http/keyset-pagination.ts'
import { serve } from '../http/serve.ts'
import { PREVIEW_PARTNER_ID } from '../tenancy.ts'
import { type AuditQuery, readAudit } from './audit.ts'
import { writeAuditCsv } from './audit-csv.ts'

const AUDIT_PAGE = 50

/** Registers the routes of a team's audit, for owners and operators. */
export function auditRoutes(app: FastifyInstance, context: Context): void {
  const { db, config } = context

  serve(app, listAudit, async ({ query, request }) =>
    scanPage(context, 'audit', query.cursor, async (before) => {
      const filters = await readAuditQuery(query, request)
      return filters ? readAudit(db, filters, before, AUDIT_PAGE) : { items: [], last: undefined }
    }),
  )

  serve(app, downloadAudit, async ({ query, request, reply }) => {
    const filters = await readAuditQuery(query, request)
    if (!filters) throw new ApiError('NOT_FOUND')
    return reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', 'attachment; filename="auditoria.csv"')
      .send(Readable.from(writeAuditCsv(db, filters, config.timeZone), { objectMode: false }))
  })

  /** Reads the filters of the audit. Undefined for an unknown partner. */
  async function readAuditQuery(
    { acts, search, from, until, partner: slug }: Query<typeof downloadAudit>,
    request: FastifyRequest,
  ): Promise<AuditQuery | undefined> {
    const { partnerId } = request.admin
    const partner = slug === undefined ? undefined : await findPartnerId(slug)
    if (slug !== undefined && !partner) return undefined
    return {
      partnerId: partnerId ?? partner?.id,
      isForOperator: partnerId === null,
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
