import * as contract from '@estante/contract/play/library.ts'
import { getStatistics } from '@estante/contract/play/statistics.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { ApiError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { lockLiveMember } from '../members/member-session.ts'
import { findPublication } from '../publications/publication.ts'
import { dedupeByWork } from '../publications/works.ts'
import type { TitleIndex } from '../title-search/title-index.ts'
import { toCard } from './cards.ts'
import { readLibrary, savePublication, setPublicationSpeed, setWorkFinished, unsavePublication } from './library.ts'
import { readStatistics } from './statistics.ts'

/** Registers the routes of the member's own shelf. */
export function libraryRoutes(app: FastifyInstance, context: Context, index: TitleIndex): void {
  const { db, clock } = context
  serve(app, getStatistics, ({ request }) => readStatistics(context, clock.now(), request.member))

  serve(app, contract.getLibrary, async ({ request }) => {
    const { member } = request
    const [titles, rows] = await Promise.all([index.of(member.partnerId), readLibrary(db.read, member)])
    const entries = new Map(rows.map((entry) => [entry.publication_id, entry]))
    const works = dedupeByWork(rows.flatMap(({ publication_id }) => titles.find(publication_id) ?? []))
    return { items: works.map((title) => toCard(titles, title, entries)) }
  })

  serve(app, contract.savePublication, async ({ params, request, reply }) => {
    await db.write(async (tx) => {
      const now = clock.now()
      const { partnerId } = request.member
      await lockLiveMember(tx, request.member)
      const publication = await findPublication(tx, now, partnerId, params.id)
      if (!publication) throw new ApiError('PUBLICATION_NOT_FOUND')
      await savePublication(tx, now, request.member, publication.id)
    })
    return reply.send()
  })

  serve(app, contract.unsavePublication, async ({ params, request, reply }) => {
    await db.write(async (tx) => unsavePublication(tx, request.member, params.id))
    return reply.send()
  })

  for (const [route, isFinished] of [
    [contract.finishWork, true],
    [contract.unfinishWork, false],
  ] as const) {
    serve(app, route, async ({ params, request, reply }) => {
      await db.write(async (tx) => {
        // Heartbeats write the same column, under this lock.
        await lockLiveMember(tx, request.member)
        await setWorkFinished(tx, clock.now(), request.member, params.id, isFinished)
      })
      return reply.send()
    })
  }

  serve(app, contract.setSpeed, async ({ params, body, request, reply }) => {
    await db.write(async (tx) => {
      const now = clock.now()
      const { member } = request
      await lockLiveMember(tx, member)
      const publication = await findPublication(tx, now, member.partnerId, params.id)
      if (!publication) throw new ApiError('PUBLICATION_NOT_FOUND')
      await setPublicationSpeed(tx, now, member, publication.id, body.speed)
    })
    return reply.send()
  })
}
