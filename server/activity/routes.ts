import { sendHeartbeat } from '@estante/contract/play/activity.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/open.ts'
import { ApiError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { toProgress } from '../library/progress.ts'
import type { MemberLimits } from '../members/member-limits.ts'
import type { Metrics } from '../observe/metrics.ts'
import { availableTo } from '../publications/available.ts'
import { recordHeartbeat } from './record.ts'

/** Listening and reading, as the embedded application reports them. */
export function activityRoutes(
  app: FastifyInstance,
  { db, clock, config }: Context,
  limits: MemberLimits,
  metrics?: Metrics,
): void {
  serve(app, sendHeartbeat, async ({ body, request }) => {
    const { member } = request
    const lease = limits.reserveLease(member)
    let isOpening = false
    const { sequence, entry, type, creditedMs } = await db
      .write(async (tx) => {
        const now = clock.now()
        const taken = await recordHeartbeat(tx, now, config.timeZone, member, body)
        isOpening = taken.isOpening
        if (!isOpening) return taken
        lease.refuse()
        // Who was listening when it was taken down is counted to the end: what plays goes on while its grant lives.
        if (!(await isAvailable(tx, now, member.partnerId, body.publicationId))) {
          throw new ApiError('PUBLICATION_NOT_FOUND')
        }
        return taken
      })
      .finally(() => {
        if (!isOpening) lease.giveBack()
      })
    metrics?.heartbeatTaken(body.leaseId, type, creditedMs)
    return { sequence, progress: entry ? toProgress(entry) : null }
  })
}

async function isAvailable(tx: Transaction, now: number, partnerId: string, publicationId: string): Promise<boolean> {
  const publication = await tx
    .selectFrom('publication')
    .select('id')
    .where('id', '=', publicationId)
    .where(availableTo(partnerId, now))
    .executeTakeFirst()
  return publication !== undefined
}
