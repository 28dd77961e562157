import { sendHeartbeat } from '@estante/contract/play/activity.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { ApiError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { toProgress } from '../library/progress.ts'
import type { Metrics } from '../observe/metrics.ts'
import { availableTo } from '../publications/available.ts'
import { recordHeartbeat } from './record.ts'

/** Listening and reading, as the embedded application reports them. */
export function activityRoutes(app: FastifyInstance, { db, clock, config }: Context, metrics?: Metrics): void {
  serve(app, sendHeartbeat, async ({ body, request }) => {
    const { member } = request
    const { sequence, entry, type, creditedMs } = await db.write(async (tx) => {
      const now = clock.now()
      const publication = await tx
        .selectFrom('publication')
        .select(['id', 'type', 'chapters', 'title', 'author', availableTo(member.partnerId, now).as('isAvailable')])
        .where('id', '=', body.publicationId)
        .executeTakeFirst()
      if (!publication) throw new ApiError('PUBLICATION_NOT_FOUND')
      const activity = { member, publication, heartbeat: body }
      const taken = await recordHeartbeat(tx, now, config.timeZone, activity)
      // Who was listening when it was taken down is counted to the end: what plays goes on while its grant lives.
      if (taken.isOpening && !publication.isAvailable) throw new ApiError('PUBLICATION_NOT_FOUND')
      return { type: publication.type, ...taken }
    })
    metrics?.heartbeatTaken(body.leaseId, type, creditedMs)
    return { sequence, progress: entry ? toProgress(entry) : null }
  })
}
