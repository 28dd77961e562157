import { sendHeartbeat } from '@estante/contract/play/activity.ts'
import { compareDurable, compareLoads } from '../measure/compare.ts'
import { load } from '../measure/load.ts'
import { type RawRequest, writeRequests } from '../measure/requests.ts'
import { alternate } from '../measure/rounds.ts'
import { createSingleUseRequests } from '../measure/single-use-requests.ts'
import type { Path } from '../run.ts'
import { AUDIO_NAME, type Instance, type OpenPage } from '../seed.ts'
import { startEstante, startFastify } from '../servers.ts'

/** More than a service processes in a second: a repeated heartbeat changes nothing, and would be cheaper. */
export const HEARTBEATS_A_SECOND = 25_000
export const HEARTBEAT_MS = 15_000

/** Heartbeats of listening: credit the minute, the title and the month, and store the place. */
export const heartbeat: Path = async (run) => {
  const seconds = run.pace.secondsARound
  const instance = await run.instance(run.sizes.usual)
  await using estante = await startEstante(run, instance)
  const anyHeartbeats = createHeartbeats(instance)(instance.openPages.length)
  await using fastify = await startFastify(run, sendHeartbeat, estante, anyHeartbeats[0])
  await using rows = await startFastify(run, sendHeartbeat, estante, anyHeartbeats[0], 'rows')
  const statementsOn = { statements: await run.instance(run.sizes.usual) }
  await using statements = await startFastify(run, sendHeartbeat, estante, anyHeartbeats[0], statementsOn)
  const dutiesOn = { duties: await run.instance(run.sizes.usual) }
  await using duties = await startFastify(run, sendHeartbeat, estante, anyHeartbeats[0], dutiesOn)

  const ours = createSingleUseRequests(
    run.newPath('heartbeats'),
    seconds * HEARTBEATS_A_SECOND,
    createHeartbeats(instance),
  )
  const any = writeRequests(run.newPath('any-heartbeats'), anyHeartbeats)
  const rounds = await alternate(run.pace, {
    estante: () => ours(estante, { seconds }),
    fastify: () => load(fastify, any, { seconds }),
    rows: () => load(rows, any, { seconds }),
    statements: () => load(statements, any, { seconds }),
    duties: () => load(duties, any, { seconds }),
  })

  const path = 'POST /play/v1/activity, a heartbeat'
  return [
    ...compareLoads(path, 'bare Fastify', rounds.estante, rounds.fastify, { cpu: { atLeast: 0.3 } }),
    ...compareDurable(path, rounds),
  ]
}

/**
 * Creates heartbeats of all open pages in turn, each 15 seconds further than the last, as during playback. The order is
 * random, as in life: in the order in which the members were created, heartbeats would share the database's pages.
 */
export function createHeartbeats(instance: Instance): (count: number) => RawRequest[] {
  const openPages = instance.openPages.toSorted((one, other) => (one.leaseId < other.leaseId ? -1 : 1))
  let heartbeats = 0
  return (count) =>
    Array.from({ length: count }, () => {
      const page = openPages[heartbeats % openPages.length] as OpenPage
      return heartbeatOf(page, 1 + Math.floor(heartbeats++ / openPages.length))
    })
}

function heartbeatOf({ accessToken, leaseId, titleId }: OpenPage, turn: number): RawRequest {
  const activeMs = turn * HEARTBEAT_MS
  const time = 600 + activeMs / 1000
  const progression = time / (8 * 3600)
  return {
    method: sendHeartbeat.method,
    path: sendHeartbeat.path,
    headers: { Authorization: `Bearer ${accessToken}` },
    body: {
      leaseId,
      sequence: 1 + turn,
      publicationId: titleId,
      activeMs,
      idleMs: 0,
      contentMs: activeMs,
      movement: {
        locator: {
          href: AUDIO_NAME,
          type: 'audio/mpeg',
          locations: { time, progression, totalProgression: progression },
        },
        viewId: leaseId,
        step: turn,
        basedOn: 0,
        device: 'android-phone',
      },
    },
  }
}
