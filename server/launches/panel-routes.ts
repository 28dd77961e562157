import { listLaunches } from '@estante/contract/panel/log.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { scanLog } from '../http/keyset-pagination.ts'
import { serve } from '../http/serve.ts'
import { tenancyOf } from '../tenancy.ts'
import { readLaunches, toPanelLaunch } from './read-launches.ts'

/** Registers the panel's route for a partner's sign-on links and their outcomes. */
export function launchLogRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock } = context

  serve(app, listLaunches, ({ query: { cursor, ...filter }, request }) =>
    scanLog(context, 'launches', cursor, async (before) => {
      const now = clock.now()
      const { items, ...page } = await readLaunches(db, now, { ...filter, ...tenancyOf(request, filter), before })
      return { ...page, items: items.map((launch) => toPanelLaunch(launch, now)) }
    }),
  )
}
