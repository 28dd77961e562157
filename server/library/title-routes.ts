import type { Manifest } from '@estante/contract/manifest.ts'
import { findOtherPlace } from '@estante/contract/play/other-form.ts'
import { getHome, getPublication, searchPublications } from '@estante/contract/play/publications.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { ApiError } from '../http/errors.ts'
import { keysetPage } from '../http/keyset-pagination.ts'
import { serve } from '../http/serve.ts'
import { findFacet } from '../publications/facets.ts'
import { findOtherForm, findPublication, searchTitles } from '../publications/publication.ts'
import { createSpelling } from '../publications/spelling.ts'
import { toCard } from './card.ts'
import { readHome } from './home.ts'
import { findEntries } from './library.ts'
import { toBookPlace, toSoundPlace } from './other-place.ts'
import { readTitle } from './title.ts'

const PAGE_LENGTH = 30
const FACET_KINDS = ['author', 'narrator', 'subject', 'series'] as const

/** Titles, for a signed-in page. */
export function publicationRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock } = context
  const correct = createSpelling(context)
  serve(app, getHome, ({ request }) => readHome(context, clock.now(), request.member))

  serve(app, searchPublications, async ({ query, request }) => {
    const { cursor, limit = PAGE_LENGTH, ...wanted } = query
    const { partnerId } = request.member
    const search = (q = wanted.q) =>
      keysetPage(context, 'publications', cursor, {
        size: limit,
        read: (afterId, limit) =>
          searchTitles(db.read, clock.now(), partnerId, { ...wanted, ...(q && { q }), afterId, limit }),
        keyOf: ({ public_id }) => public_id,
      })
    let found = await search()
    let correctedTo: string | undefined
    if (found.items.length === 0 && cursor === undefined && wanted.q) {
      for (const likely of await correct(wanted.q)) {
        found = await search(likely)
        correctedTo = found.items.length > 0 ? likely : undefined
        if (correctedTo) break
      }
    }
    const { items } = found
    const [kind] = FACET_KINDS.filter((one) => wanted[one] !== undefined)
    const facet =
      kind && cursor === undefined
        ? await findFacet(db.read, clock.now(), partnerId, kind, wanted[kind] ?? '')
        : undefined
    const entries = await findEntries(
      db.read,
      request.member,
      items.map(({ id }) => id),
    )
    return {
      items: items.map((row) => toCard(row, entries.get(row.id))),
      // The next page is one of the words that were found.
      nextCursor: correctedTo === undefined ? found.nextCursor : null,
      ...(correctedTo !== undefined && { correctedTo }),
      ...(facet && { facet }),
    }
  })

  serve(app, findOtherPlace, async ({ params, query, request }) => {
    const now = clock.now()
    const { partnerId } = request.member
    const here = await findPublication(db.read, now, partnerId, params.id)
    const form = here && (await findOtherForm(db.read, now, partnerId, here))
    const there = form && (await findPublication(db.read, now, partnerId, form.id))
    if (!here || !there) throw new ApiError('PUBLICATION_NOT_FOUND')
    const [from, to] = [here, there].map(({ manifest }) => JSON.parse(manifest) as Manifest) as [Manifest, Manifest]
    const locator =
      here.type === 'ebook' ? toSoundPlace(from, to, query) : toBookPlace(to, from, (query.timeMs ?? 0) / 1000)
    if (!locator) throw new ApiError('PUBLICATION_NOT_FOUND')
    return { id: there.public_id, type: there.type, locator }
  })

  serve(app, getPublication, async ({ params, query, request }) => {
    const title = await readTitle(context, clock.now(), request.member, params.id)
    if (!title) throw new ApiError('PUBLICATION_NOT_FOUND')
    const { manifest, ...withoutManifest } = title
    return query.with === 'manifest' ? title : withoutManifest
  })
}
