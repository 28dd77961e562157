import { getLibrary, savePublication, setSpeed, unsavePublication } from '@estante/contract/play/library.ts'
import { getStatistics } from '@estante/contract/play/statistics.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { ApiError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { holdMember } from '../members/member-session.ts'
import { findPublication } from '../publications/publication.ts'
import type { TitleIndex } from '../publications/title-index.ts'
import { dedupeByWork } from '../publications/works.ts'
import { toCard } from './cards.ts'
import { readLibrary, saveTitle, setTitleSpeed, unsaveTitle } from './library.ts'
import { readStatistics } from './statistics.ts'

/** Registers the routes of the member's own shelf. */
export function libraryRoutes(app: FastifyInstance, context: Context, index: TitleIndex): void {
  const { db, clock } = context
  serve(app, getStatistics, ({ request }) => readStatistics(context, clock.now(), request.member))

  serve(app, getLibrary, async ({ request }) => {
    const { member } = request
    const [titles, rows] = await Promise.all([index.of(member.partnerId), readLibrary(db.read, member)])
    const entries = new Map(rows.map((entry) => [entry.publication_id, entry]))
    const works = dedupeByWork(rows.flatMap(({ publication_id }) => titles.find(publication_id) ?? []))
    return { items: works.map((title) => toCard(titles, title, entries)) }
  })

  serve(app, savePublication, async ({ params, request, reply }) => {
    await db.write(async (tx) => {
      const now = clock.now()
      const { partnerId } = request.member
      await holdMember(tx, request.member)
      const title = await findPublication(tx, now, partnerId, params.id)
      if (!title) throw new ApiError('PUBLICATION_NOT_FOUND')
      await saveTitle(tx, now, request.member, title.id)
    })
    return reply.send()
  })

  serve(app, unsavePublication, async ({ params, request, reply }) => {
    await db.write(async (tx) => unsaveTitle(tx, request.member, params.id))
    return reply.send()
  })

  serve(app, setSpeed, async ({ params, body, request, reply }) => {
    await db.write(async (tx) => {
      const now = clock.now()
      const { member } = request
      await holdMember(tx, member)
      const title = await findPublication(tx, now, member.partnerId, params.id)
      if (!title) throw new ApiError('PUBLICATION_NOT_FOUND')
      await setTitleSpeed(tx, now, member, title.id, body.speed)
    })
    return reply.send()
  })
}
