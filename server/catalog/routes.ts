import { CATALOG_LIMIT_DEFAULT, CATALOG_LIMIT_MAX, listCatalog } from '@estante/contract/partner/catalog.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { matchesEtag } from '../http/etag.ts'
import { serve } from '../http/serve.ts'
import { createCatalog } from './catalog-snapshot.ts'

/** Serves the catalog to the partner's backend (specification, section 4). An unchanged page is a 304 (RFC 9110). */
export function catalogRoutes(app: FastifyInstance, context: Context): void {
  const findPage = createCatalog(context)

  serve(app, listCatalog, async ({ query, request, reply }) => {
    const { body, etag } = await findPage(request.client.partnerId, {
      type: query.type,
      limit: Math.min(query.limit ?? CATALOG_LIMIT_DEFAULT, CATALOG_LIMIT_MAX),
      cursor: query.cursor,
    })
    reply.header('ETag', etag).header('Cache-Control', 'private, no-cache')
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send()
    return reply.type('application/json; charset=utf-8').send(body)
  })
}
