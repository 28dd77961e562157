import * as contract from '@estante/contract/play/queue.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { ApiError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { readEntries, toCard } from '../library/cards.ts'
import { lockLiveMember, type SignedInMember } from '../members/member-session.ts'
import { findPublication, findPublicationId } from '../publications/publication.ts'
import type { TitleIndex } from '../title-search/title-index.ts'
import { readEnding } from './ending.ts'
import { putInQueue, readQueue, removeFromQueue } from './queue.ts'

/** Registers the routes of the member's queue and of the end of a title. */
export function queueRoutes(app: FastifyInstance, context: Context, index: TitleIndex): void {
  const { db, clock } = context

  async function answer(member: SignedInMember): Promise<contract.Queue> {
    const [titles, queue] = await Promise.all([index.of(member.partnerId), readQueue(db.read, member)])
    const available = queue.flatMap(({ publication_id }) => titles.find(publication_id) ?? [])
    const entries = await readEntries(db.read, member, titles, available)
    return { items: available.map((title) => toCard(titles, title, entries)) }
  }

  serve(app, contract.getQueue, ({ request }) => answer(request.member))

  serve(app, contract.putInQueue, async ({ body, request }) => {
    const { member } = request
    await db.write(async (tx) => {
      const now = clock.now()
      await lockLiveMember(tx, member)
      const publication = await findPublication(tx, now, member.partnerId, body.id)
      if (!publication) throw new ApiError('PUBLICATION_NOT_FOUND')
      const before = body.before ? await findPublicationId(tx, body.before) : undefined
      await putInQueue(tx, now, member, publication.id, before)
    })
    return answer(member)
  })

  serve(app, contract.removeFromQueue, async ({ params, request }) => {
    const { member } = request
    await db.write(async (tx) => {
      await lockLiveMember(tx, member)
      await removeFromQueue(tx, member, await findPublicationId(tx, params.id))
    })
    return answer(member)
  })

  serve(app, contract.getEnding, async ({ params, request }) => {
    const titles = await index.of(request.member.partnerId)
    const title = titles.find(await findPublicationId(db.read, params.id))
    if (!title) throw new ApiError('PUBLICATION_NOT_FOUND')
    return readEnding(context, titles, request.member, title)
  })
}
