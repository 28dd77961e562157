import { sendHeartbeat } from '@estante/contract/play/activity.ts'
import { compareKeeping, compareLoads } from '../measure/compare.ts'
import { load } from '../measure/load.ts'
import { type RawRequest, writeRequests } from '../measure/requests.ts'
import { alternate } from '../measure/rounds.ts'
import { createSingleUseRequests } from '../measure/single-use-requests.ts'
import type { Path } from '../run.ts'
import { AUDIO_NAME, type House, type OpenPage } from '../seed.ts'
import { startEstante, startFastify } from '../servers.ts'

/** More than are taken in a second: one that was already taken changes nothing, and costs less. */
export const HEARTBEATS_A_SECOND = 25_000
export const HEARTBEAT_MS = 15_000

/** A page says that its member is listening: time is credited to the minute, the title and the month, and the place is kept. */
export const heartbeat: Path = async (run) => {
  const seconds = run.pace.secondsARound
  const house = await run.house(run.sizes.usual)
  await using estante = await startEstante(run, house)
  const anyHeartbeats = createHeartbeats(house)(house.openPages.length)
  await using fastify = await startFastify(run, sendHeartbeat, estante, anyHeartbeats[0])
  await using rows = await startFastify(run, sendHeartbeat, estante, anyHeartbeats[0], 'rows')

  const ours = createSingleUseRequests(
    run.newPath('heartbeats'),
    seconds * HEARTBEATS_A_SECOND,
    createHeartbeats(house),
  )
  const any = writeRequests(run.newPath('any-heartbeats'), anyHeartbeats)
  const rounds = await alternate(run.pace, {
    estante: () => ours(estante, { seconds }),
    fastify: () => load(fastify, any, { seconds }),
    rows: () => load(rows, any, { seconds }),
  })

  const path = 'POST /play/v1/activity, a heartbeat'
  return [
    ...compareLoads(path, 'bare Fastify', rounds.estante, rounds.fastify, { cpu: { atLeast: 0.5, stretch: 0.6 } }),
    ...compareKeeping(path, rounds),
  ]
}

/** Each open page in turn, then each again, with 15 seconds more: as they come while titles are playing. */
export function createHeartbeats({ openPages }: House): (count: number) => RawRequest[] {
  let made = 0
  return (count) =>
    Array.from({ length: count }, () => {
      const page = openPages[made % openPages.length] as OpenPage
      return heartbeatOf(page, 1 + Math.floor(made++ / openPages.length))
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
      locator: {
        href: AUDIO_NAME,
        type: 'audio/mpeg',
        locations: { time, progression, totalProgression: progression },
      },
    },
  }
}
