import { getDiscoveries, getRelated, listFacets } from '@estante/contract/play/discovery.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { ApiError } from '../http/errors.ts'
import { keysetPage } from '../http/keyset-pagination.ts'
import { serve } from '../http/serve.ts'
import { findPublication } from '../publications/publication.ts'
import { readDiscoveries } from './discoveries.ts'
import { createFacetLists, positionOf } from './facet-lists.ts'
import { readRelated } from './related.ts'

const PAGE_LENGTH = 60

/** Ways through the catalog, for a signed-in page. */
export function discoveryRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock } = context
  const facetLists = createFacetLists(context)

  serve(app, listFacets, ({ query, request }) => {
    const { cursor, limit = PAGE_LENGTH, ...wanted } = query
    return keysetPage(context, 'facets', cursor, {
      size: limit,
      read: (after, limit) => facetLists.search(request.member.partnerId, { ...wanted, after, limit }),
      keyOf: positionOf,
    })
  })

  serve(app, getDiscoveries, ({ request }) => readDiscoveries(context, facetLists, clock.now(), request.member))

  serve(app, getRelated, async ({ params, request }) => {
    const now = clock.now()
    const publication = await findPublication(db.read, now, request.member.partnerId, params.id)
    if (!publication) throw new ApiError('PUBLICATION_NOT_FOUND')
    return readRelated(context, now, request.member, publication)
  })
}
