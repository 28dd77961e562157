import { sendHeartbeat } from '@estante/contract/play/activity.ts'
import { compareLoads } from '../measure/compare.ts'
import { load } from '../measure/load.ts'
import { measureOnPostgres } from '../measure/on-postgres.ts'
import { writeRequests } from '../measure/requests.ts'
import { alternate } from '../measure/rounds.ts'
import { createSingleUseRequests } from '../measure/single-use-requests.ts'
import type { Path } from '../run.ts'
import { startEstante, startFastify } from '../servers.ts'
import { createHeartbeats, HEARTBEATS_A_SECOND } from './heartbeat.ts'

/** Heartbeats of listening with PostgreSQL. */
export const heartbeatPostgresql: Path = (run) =>
  measureOnPostgres(run, run.sizes.usual, async (instance) => {
    const seconds = run.pace.secondsARound
    await using estante = await startEstante(run, instance)
    const any = createHeartbeats(instance)(instance.openPages.length)
    await using fastify = await startFastify(run, sendHeartbeat, estante, any[0])

    const file = writeRequests(run.newPath('any-heartbeats'), any)
    const ours = createSingleUseRequests(
      run.newPath('heartbeats'),
      seconds * HEARTBEATS_A_SECOND,
      createHeartbeats(instance),
    )
    const rounds = await alternate(run.pace, {
      estante: () => ours(estante, { seconds }),
      fastify: () => load(fastify, file, { seconds }),
    })

    const path = 'POST /play/v1/activity, a heartbeat on PostgreSQL, synchronous_commit=on'
    return compareLoads(path, 'bare Fastify', rounds.estante, rounds.fastify)
  })
