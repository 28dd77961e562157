import { getDiscoveries, getRelated, listFacets } from '@estante/contract/play/discovery.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { ApiError } from '../http/errors.ts'
import { keysetPage } from '../http/keyset-pagination.ts'
import { serve } from '../http/serve.ts'
import { findPublicationId } from '../publications/publication.ts'
import type { TitleIndex } from '../title-search/title-index.ts'
import { readDiscoveries } from './discoveries.ts'
import { facetCursorOf, searchFacets } from './facet-lists.ts'
import { readRelated } from './related.ts'

const PAGE_LENGTH = 60

/** Registers the routes of ways through the catalog, for a signed-in page. */
export function discoveryRoutes(app: FastifyInstance, context: Context, index: TitleIndex): void {
  const { db } = context

  serve(app, listFacets, async ({ query, request }) => {
    const { cursor, limit = PAGE_LENGTH, ...wanted } = query
    const titles = await index.of(request.member.partnerId)
    return keysetPage(context, 'facets', cursor, {
      size: limit,
      read: async (after, limit) => searchFacets(titles, wanted, after, limit),
      keyOf: facetCursorOf,
    })
  })

  serve(app, getDiscoveries, ({ request }) => readDiscoveries(context, index, request.member))

  serve(app, getRelated, async ({ params, request }) => {
    const titles = await index.of(request.member.partnerId)
    const title = titles.find(await findPublicationId(db.read, params.id))
    if (!title) throw new ApiError('PUBLICATION_NOT_FOUND')
    return readRelated(context, titles, request.member, title)
  })
}
