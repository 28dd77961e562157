import { listLaunches } from '@estante/contract/panel/log.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { instantOf } from '../db/ids.ts'
import { scanPage } from '../http/keyset-pagination.ts'
import { serve } from '../http/serve.ts'
import { tenancyOf } from '../tenancy.ts'
import { readLaunches, toPanelLaunch } from './read-launches.ts'

/** Registers the panel's route for a partner's sign-on links and their outcomes. */
export function launchLogRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock } = context

  serve(app, listLaunches, async ({ query, request }) => {
    const { cursor, ...filter } = query
    return scanPage(context, 'launches', cursor, async (before) => {
      const now = clock.now()
      const wanted = { ...filter, ...tenancyOf(request, query), before }
      const { launches, lastId: last, isCutShort } = await readLaunches(db, now, wanted)
      const searchedUntil = isCutShort && last ? new Date(instantOf(last)).toISOString() : null
      return { items: launches.map((launch) => toPanelLaunch(launch, now)), last, searchedUntil }
    })
  })
}
