import { createSession } from '@estante/contract/partner/sessions.ts'
import { startPostgres } from '@estante/server/test/postgres-server.ts'
import { compareLoads } from '../measure/compare.ts'
import { load } from '../measure/load.ts'
import { writeRequests } from '../measure/requests.ts'
import { alternate } from '../measure/rounds.ts'
import type { Path } from '../run.ts'
import { seedHouse } from '../seed.ts'
import { startEstante, startFastify } from '../servers.ts'
import { sessionRequests } from './sessions.ts'

/**
 * The same with PostgreSQL, which waits for its disk at every commit. It runs on the load's core, as it would on another
 * machine: only the service's own work counts.
 */
export const sessionsPostgresql: Path = async (run) => {
  const postgres = await startPostgres({ isDurable: true })
  try {
    const place = { dataDir: run.newPath('data'), databaseUrl: postgres.url }
    const house = await seedHouse(place, run.sizes.usual)
    await using estante = await startEstante(run, house)
    const requests = sessionRequests(house)
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
