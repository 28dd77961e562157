import type { Manifest } from '@estante/contract/manifest.ts'
import { findOtherPlace } from '@estante/contract/play/other-form.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { ApiError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { findOtherForm, findPublication } from '../publications/publication.ts'
import { createPairReader } from './chapter-pairs.ts'
import { toBookPlace, toSoundPlace } from './other-place.ts'

/** Registers the route from a place in one form of a work to the same place in the other, for a signed-in page. */
export function otherFormRoutes(app: FastifyInstance, { db, clock }: Context): void {
  const readPairs = createPairReader(db.read)

  serve(app, findOtherPlace, async ({ params, query, request }) => {
    const now = clock.now()
    const { partnerId } = request.member
    const here = await findPublication(db.read, now, partnerId, params.id)
    const form = here && (await findOtherForm(db.read, now, partnerId, here))
    const there = form && (await findPublication(db.read, now, partnerId, form.id))
    if (!here || !there) throw new ApiError('PUBLICATION_NOT_FOUND')
    const [from, to] = [here, there].map(({ manifest }) => JSON.parse(manifest) as Manifest) as [Manifest, Manifest]
    const isBook = here.type === 'ebook'
    const forms = isBook ? { ebook: here, audiobook: there } : { ebook: there, audiobook: here }
    const [book, sound] = isBook ? [from, to] : [to, from]
    const pairs = await readPairs(forms, book, sound)
    const locator = isBook
      ? toSoundPlace(book, sound, query, pairs)
      : toBookPlace(book, sound, (query.timeMs ?? 0) / 1000, pairs)
    if (!locator) throw new ApiError('PUBLICATION_NOT_FOUND')
    return { id: there.public_id, type: there.type, locator }
  })
}
