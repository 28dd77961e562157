import { createSession } from '@estante/contract/partner/sessions.ts'
import { startPostgres } from '@estante/server/test/postgres-server.ts'
import { compareLoads } from '../measure/compare.ts'
import { load } from '../measure/load.ts'
import { writeRequests } from '../measure/requests.ts'
import { alternate } from '../measure/rounds.ts'
import type { Path } from '../run.ts'
import { seedInstance } from '../seed.ts'
import { startEstante, startFastify } from '../servers.ts'
import { sessionRequests } from './sessions.ts'

/**
 * Launch links with PostgreSQL, which syncs at every commit. It runs on the load's core, as on another machine, so only
 * the service's work counts.
 */
export const sessionsPostgresql: Path = async (run) => {
  const postgres = await startPostgres({ isDurable: true })
  try {
    const location = { dataDir: run.newPath('data'), databaseUrl: postgres.url }
    const instance = await seedInstance(location, run.sizes.usual)
    await using estante = await startEstante(run, instance)
    const requests = sessionRequests(instance)
    await using fastify = await startFastify(run, createSession, estante, requests[0])

    const seconds = run.pace.secondsARound
    const file = writeRequests(run.newPath('sessions'), requests)
    const rounds = await alternate(run.pace, {
      estante: () => load(estante, file, { seconds }),
      fastify: () => load(fastify, file, { seconds }),
    })

    const path = 'POST /partner/v1/sessions on PostgreSQL, synchronous_commit=on'
    return compareLoads(path, 'bare Fastify', rounds.estante, rounds.fastify, {
      cpu: { atLeast: 0.42 },
      wall: { atLeast: 0.35 },
    })
  } finally {
    await postgres.stop()
  }
}
