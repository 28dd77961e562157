import { getPublication, getSilences, searchPublications } from '@estante/contract/play/publications.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { ApiError } from '../http/errors.ts'
import { keysetPage } from '../http/keyset-pagination.ts'
import { serve } from '../http/serve.ts'
import type { MemberLimits } from '../members/member-limits.ts'
import { findPublication } from '../publications/publication.ts'
import { readSoundMeasure } from '../publications/sound-measure.ts'
import { searchTitles } from '../title-search/search-titles.ts'
import { createSpelling } from '../title-search/spelling.ts'
import type { TitleIndex } from '../title-search/title-index.ts'
import { readEntries, toCard, toWorkCards, withSeriesNumbers } from './cards.ts'
import { readPublication } from './read-publication.ts'

const PAGE_LENGTH = 30
const FACET_KINDS = ['author', 'narrator', 'subject', 'series'] as const

/** Registers the routes of titles, for a signed-in page. */
export function publicationRoutes(
  app: FastifyInstance,
  context: Context,
  limits: MemberLimits,
  index: TitleIndex,
): void {
  const { db, clock } = context
  const correct = createSpelling(context)

  serve(app, searchPublications, async ({ query, request }) => {
    const { cursor, limit = PAGE_LENGTH, ...wanted } = query
    if (wanted.q) limits.takeSearch(request.member)
    const titles = await index.of(request.member.partnerId)
    const search = (q = wanted.q) =>
      keysetPage(context, 'publications', cursor, {
        size: limit,
        read: async (afterId, limit) => searchTitles(titles, { ...wanted, ...(q && { q }) }, afterId, limit),
        keyOf: ({ public_id }) => public_id,
      })
    let found = await search()
    let correctedTo: string | undefined
    if (found.items.length === 0 && wanted.q) {
      for (const likely of await correct(wanted.q)) {
        found = await search(likely)
        correctedTo = found.items.length > 0 ? likely : undefined
        if (correctedTo) break
      }
    }
    const { items } = found
    const kind = FACET_KINDS.find((one) => wanted[one] !== undefined)
    const facet = kind && cursor === undefined ? titles.facets(kind).find(({ key }) => key === wanted[kind]) : undefined
    const entries = await readEntries(db.read, request.member, titles, items)
    const cards = wanted.type
      ? items.map((title) => toCard(titles, title, entries))
      : toWorkCards(titles, items, entries)
    return {
      items: wanted.series === undefined ? cards : withSeriesNumbers(cards, items, wanted.series),
      nextCursor: found.nextCursor,
      ...(correctedTo !== undefined && { correctedTo }),
      ...(facet && { facet }),
    }
  })

  serve(app, getSilences, async ({ params, request }) => {
    const publication = await findPublication(db.read, clock.now(), request.member.partnerId, params.id)
    if (!publication) throw new ApiError('PUBLICATION_NOT_FOUND')
    return { silences: (await readSoundMeasure(db.read, publication))?.silences ?? [] }
  })

  serve(app, getPublication, async ({ params, query, request }) => {
    const title = await readPublication(context, index, clock.now(), request.member, params.id)
    if (!title) throw new ApiError('PUBLICATION_NOT_FOUND')
    const { manifest, ...withoutManifest } = title
    return query.with === 'manifest' ? title : withoutManifest
  })
}
