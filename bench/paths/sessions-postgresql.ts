import { createSession } from '@estante/contract/partner/sessions.ts'
import { compareLoads } from '../measure/compare.ts'
import { load } from '../measure/load.ts'
import { measureOnPostgres } from '../measure/on-postgres.ts'
import { writeRequests } from '../measure/requests.ts'
import { alternate } from '../measure/rounds.ts'
import type { Path } from '../run.ts'
import { startEstante, startFastify } from '../servers.ts'
import { sessionRequests } from './sessions.ts'

/** Launch links with PostgreSQL. */
export const sessionsPostgresql: Path = (run) =>
  measureOnPostgres(run, run.sizes.usual, async (instance) => {
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
  })
