import { getHome, getPublication, searchPublications } from '@estante/contract/play/publications.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { ApiError } from '../http/errors.ts'
import { keysetPage } from '../http/keyset-pagination.ts'
import { serve } from '../http/serve.ts'
import { searchTitles } from '../publications/publication.ts'
import { toCard } from './card.ts'
import { readHome } from './home.ts'
import { findEntries } from './library.ts'
import { readTitle } from './title.ts'

const PAGE_LENGTH = 30

/** Titles, for a signed-in page. */
export function publicationRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock } = context
  serve(app, getHome, ({ request }) => readHome(context, clock.now(), request.member))

  serve(app, searchPublications, async ({ query, request }) => {
    const { cursor, limit = PAGE_LENGTH, ...wanted } = query
    const { items, nextCursor } = await keysetPage(context, 'publications', cursor, {
      size: limit,
      read: (beforeId, limit) =>
        searchTitles(db.read, clock.now(), request.member.partnerId, { ...wanted, beforeId, limit }),
      keyOf: ({ id }) => id,
    })
    const entries = await findEntries(
      db.read,
      request.member,
      items.map(({ id }) => id),
    )
    return { items: items.map((row) => toCard(row, entries.get(row.id))), nextCursor }
  })

  serve(app, getPublication, async ({ params, query, request }) => {
    const title = await readTitle(context, clock.now(), request.member, params.id)
    if (!title) throw new ApiError('PUBLICATION_NOT_FOUND')
    const { manifest, ...withoutManifest } = title
    return query.with === 'manifest' ? title : withoutManifest
  })
}
