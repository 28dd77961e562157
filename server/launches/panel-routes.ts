import { listLaunches } from '@estante/contract/panel/log.ts'
import type { FastifyInstance } from 'fastify'
import { partnerOf } from '../admins/authenticate-admin.ts'
import type { Context } from '../context.ts'
import { instantOf } from '../db/ids.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { serve } from '../http/serve.ts'
import { readLaunches, toPanelLaunch } from './read-launches.ts'

/** What became of a partner's sign-on links, in the panel. */
export function launchLogRoutes(app: FastifyInstance, { db, clock, signingKey }: Context): void {
  serve(app, listLaunches, async ({ query, request }) => {
    const partnerId = partnerOf(request)
    const { environment, state, externalUserId, cursor } = query
    const before = cursor === undefined ? undefined : decodeCursor(signingKey, 'launches', cursor)
    const now = clock.now()
    const { launches, lastId, isCutShort } = await readLaunches(db, now, {
      partnerId,
      environment,
      state,
      externalUserId,
      before,
    })
    return {
      items: launches.map((launch) => toPanelLaunch(launch, now)),
      nextCursor: lastId === undefined ? null : encodeCursor(signingKey, 'launches', lastId),
      searchedUntil: isCutShort && lastId ? new Date(instantOf(lastId)).toISOString() : null,
    }
  })
}
