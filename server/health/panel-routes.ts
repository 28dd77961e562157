import { getHealth, type Health, listAnomalies } from '@estante/contract/panel/health.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { serve } from '../http/serve.ts'
import packageJson from '../package.json' with { type: 'json' }
import { findAnomalies } from './anomalies.ts'
import { measureClockSkew } from './clock-skew.ts'
import { checkDatabase, watchStorage, withTimeout } from './database-and-storage.ts'
import { readImports } from './imports.ts'
import { memoizeWithTtl } from './memoize-with-ttl.ts'
import { readDay, readHour } from './requests.ts'

/** The database is queried at most once in this time, for any number of admins. */
const HEALTH_EVERY_MS = 2000
const DAY_EVERY_MS = 60_000
const ANOMALIES_EVERY_MS = 60_000

/** Registers the routes of the service's state, for its operators. */
export function healthPanelRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock, config } = context
  const startedAt = clock.now() - Math.round(process.uptime() * 1000)
  const checkStorage = watchStorage(context)
  const day = memoizeWithTtl(() => readDay(db, clock.now()), DAY_EVERY_MS, clock.now)
  const health = memoizeWithTtl(readHealth, HEALTH_EVERY_MS, clock.now)
  const anomalies = memoizeWithTtl(() => findAnomalies(db, clock.now(), config), ANOMALIES_EVERY_MS, clock.now)

  serve(app, getHealth, async () => {
    const { clockSkewMs, ...rest } = await health()
    return { ...rest, node: describeNode(clockSkewMs) }
  })

  serve(app, listAnomalies, async () => ({ items: await anomalies() }))

  async function readHealth() {
    const [database, clockSkewMs = null, storage, imports, hour, quarters] = await Promise.all([
      checkDatabase(db),
      withTimeout(measureClockSkew(context)),
      checkStorage(),
      readImports(db),
      readHour(db, clock.now()),
      day(),
    ])
    return { database, clockSkewMs, storage, imports, ...hour, day: quarters }
  }

  function describeNode(clockSkewMs: number | null): Health['node'] {
    return {
      now: new Date(clock.now()).toISOString(),
      timeZone: config.timeZone,
      startedAt: new Date(startedAt).toISOString(),
      version: packageJson.version,
      runtime: `Node ${process.versions.node}`,
      memoryBytes: process.memoryUsage.rss(),
      clockSkewMs,
    }
  }
}
