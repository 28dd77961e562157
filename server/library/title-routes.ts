import type { Manifest } from '@estante/contract/manifest.ts'
import { getHome, getPublication, searchPublications } from '@estante/contract/play/publications.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { ApiError } from '../http/errors.ts'
import { keysetPage } from '../http/keyset-pagination.ts'
import { serve } from '../http/serve.ts'
import { grantMedia } from '../publications/grant.ts'
import { findOtherForm, findPublication, readNewest, searchTitles } from '../publications/publication.ts'
import { toCard } from './card.ts'
import { findEntries, readContinueShelf } from './library.ts'
import { toCurrentPlace } from './progress.ts'

const SHELF_LENGTH = 20
const PAGE_LENGTH = 30

/** Titles, for a signed-in page. */
export function publicationRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock, signingKey } = context

  serve(app, getHome, async ({ request }) => {
    const now = clock.now()
    const { partnerId } = request.member
    const [inProgress, audiobooks, ebooks] = await Promise.all([
      readContinueShelf(db.read, now, request.member, SHELF_LENGTH),
      readNewest(db.read, { partnerId, now, type: 'audiobook', limit: SHELF_LENGTH }),
      readNewest(db.read, { partnerId, now, type: 'ebook', limit: SHELF_LENGTH }),
    ])
    const entries = await findEntries(
      db.read,
      request.member,
      [...audiobooks, ...ebooks].map((row) => row.id),
    )
    return {
      continue: inProgress.map(({ publication, entry }) => toCard(publication, entry)),
      audiobooks: audiobooks.map((row) => toCard(row, entries.get(row.id))),
      ebooks: ebooks.map((row) => toCard(row, entries.get(row.id))),
    }
  })

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
    const now = clock.now()
    const { memberSessionId, partnerId } = request.member
    const publication = await findPublication(db.read, now, partnerId, params.id)
    if (!publication) throw new ApiError('PUBLICATION_NOT_FOUND')
    const [otherForm, entries] = await Promise.all([
      findOtherForm(db.read, now, partnerId, publication),
      findEntries(db.read, request.member, [publication.id]),
    ])
    const manifest = JSON.parse(publication.manifest) as Manifest
    const { metadata } = manifest
    const { id: publicationId, revision } = publication
    return {
      ...toCard(publication, entries.get(publication.id)),
      progress: toCurrentPlace(entries.get(publication.id), now),
      revision,
      speed: entries.get(publication.id)?.speed ?? null,
      subtitle: metadata.subtitle ?? null,
      description: metadata.description ?? null,
      narrator: publication.narrator,
      publisher: metadata.publisher ?? null,
      language: publication.language,
      otherForm: otherForm ?? null,
      media: grantMedia(signingKey, now, { memberSessionId, publicationId, revision }),
      ...(query.with === 'manifest' && { manifest }),
    }
  })
}
