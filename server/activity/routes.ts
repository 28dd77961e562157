import type { Locator } from '@estante/contract/locator.ts'
import { sendHeartbeat } from '@estante/contract/play/activity.ts'
import { getPlaces } from '@estante/contract/play/places.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { createBatchingWriter } from '../db/batching-writer.ts'
import type { Transaction } from '../db/database.ts'
import { ApiError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import type { StreamsOfMember } from '../launches/streams-of-member.ts'
import { findEntries } from '../library/library.ts'
import { toCurrentPlace } from '../library/progress.ts'
import type { MemberLimits } from '../members/member-limits.ts'
import type { Metrics } from '../observe/metrics.ts'
import { availableTo } from '../publications/available.ts'
import { findPublicationId } from '../publications/publication.ts'
import { readFormerPlaces } from './former-places.ts'
import { sendPlace } from './place-news.ts'
import { recordHeartbeat } from './record-heartbeat.ts'

/** Registers the routes of listening and reading, as the embedded application reports them. */
export function activityRoutes(
  app: FastifyInstance,
  { db, clock, config }: Context,
  limits: MemberLimits,
  streams: StreamsOfMember,
  metrics?: Metrics,
): void {
  const write = createBatchingWriter(db)
  serve(app, sendHeartbeat, async ({ body, request }) => {
    const { member } = request
    const lease = limits.newLease(member)
    const { sequence, entry, type, isOpening, creditedMs, news } = await write(member.memberId, async (tx) => {
      const now = clock.now()
      const recorded = await recordHeartbeat(tx, now, config.timeZone, member, body)
      if (!recorded.isOpening) return recorded
      lease.take()
      // A lease that was opened before the title was withdrawn is credited to its end: its media grant still lives.
      if (!(await isAvailable(tx, now, member.partnerId, body.publicationId))) {
        throw new ApiError('PUBLICATION_NOT_FOUND')
      }
      return recorded
    }).catch((error) => {
      lease.refund()
      throw error
    })
    if (!isOpening) lease.refund()
    if (news) sendPlace(streams, news)
    metrics?.countHeartbeat(body.leaseId, type, creditedMs)
    return { sequence, progress: toCurrentPlace(entry, clock.now()) }
  })

  serve(app, getPlaces, async ({ params, request: { member } }) => {
    const publicationId = await findPublicationId(db.read, params.id)
    const [entries, former] = await Promise.all([
      findEntries(db.read, member, [publicationId]),
      readFormerPlaces(db.read, member, publicationId),
    ])
    return {
      current: toCurrentPlace(entries.get(publicationId), clock.now()),
      former: former.map(({ locator, left_at, device }) => ({
        locator: JSON.parse(locator) as Locator,
        leftAt: new Date(left_at).toISOString(),
        device,
      })),
    }
  })
}

async function isAvailable(tx: Transaction, now: number, partnerId: number, publicationId: string): Promise<boolean> {
  const publication = await tx
    .selectFrom('publication')
    .select('id')
    .where('public_id', '=', publicationId)
    .where(availableTo(partnerId, now))
    .executeTakeFirst()
  return publication !== undefined
}
