import { sendHeartbeat } from '@estante/contract/play/activity.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { ApiError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { toProgress } from '../library/progress.ts'
import type { Metrics } from '../observe/metrics.ts'
import { recordHeartbeat } from './record.ts'

/** Listening and reading, as the embedded application reports them. */
export function activityRoutes(app: FastifyInstance, { db, clock, config }: Context, metrics?: Metrics): void {
  serve(app, sendHeartbeat, async ({ body, request }) => {
    const { sequence, entry, type, creditedMs } = await db.write(async (tx) => {
      const publication = await tx
        .selectFrom('publication')
        .select(['id', 'type', 'chapters', 'title', 'author'])
        .where('id', '=', body.publicationId)
        .executeTakeFirst()
      if (!publication) throw new ApiError('PUBLICATION_NOT_FOUND')
      const activity = { member: request.member, publication, heartbeat: body }
      return { type: publication.type, ...(await recordHeartbeat(tx, clock.now(), config.timeZone, activity)) }
    })
    metrics?.heartbeatTaken(body.leaseId, type, creditedMs)
    return { sequence, progress: entry ? toProgress(entry) : null }
  })
}
