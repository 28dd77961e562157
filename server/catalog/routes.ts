import { createHash } from 'node:crypto'
import { CATALOG_LIMIT_DEFAULT, CATALOG_LIMIT_MAX, listCatalog } from '@estante/contract/partner/catalog.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { matchesEtag } from '../http/etag.ts'
import { serve } from '../http/serve.ts'
import { readCatalogPage } from './page.ts'

/** The catalog, for the partner's backend (specification, section 4). An unchanged page is a 304 (RFC 9110, section 13). */
export function catalogRoutes(app: FastifyInstance, { db, clock, config, signingKey }: Context): void {
  serve(app, listCatalog, async ({ query, request, reply }) => {
    const { items, lastId } = await readCatalogPage(db.read, clock.now(), request.client.partnerId, config.baseUrl, {
      type: query.type,
      limit: Math.min(query.limit ?? CATALOG_LIMIT_DEFAULT, CATALOG_LIMIT_MAX),
      afterId: query.cursor === undefined ? '' : decodeCursor(signingKey, 'catalog', query.cursor),
    })
    const nextCursor = lastId === undefined ? null : encodeCursor(signingKey, 'catalog', lastId)
    const page = JSON.stringify({ items, nextCursor })
    const etag = `"${createHash('sha256').update(page).digest('base64url')}"`
    reply.header('ETag', etag).header('Cache-Control', 'private, no-cache')
    const known = request.headers['if-none-match']
    if (known !== undefined && matchesEtag(known, etag)) return reply.status(304).send()
    return reply.type('application/json; charset=utf-8').send(page)
  })
}
