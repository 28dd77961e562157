import { randomUUID } from 'node:crypto'
import { exchangeLaunchToken } from '@estante/contract/play/launch.ts'
import type { Database } from '@estante/server/db/database.ts'
import { compareLoads } from '../measure/compare.ts'
import { load } from '../measure/load.ts'
import type { PinnedProcess } from '../measure/pinned-process.ts'
import { type RawRequest, writeRequests } from '../measure/requests.ts'
import { alternate } from '../measure/rounds.ts'
import { createSingleUseRequests } from '../measure/single-use-requests.ts'
import type { Path } from '../run.ts'
import { type Instance, insertLaunches, openInstance } from '../seed.ts'
import { startEstante, startFastify, startPeer } from '../servers.ts'

/** More launches than are exchanged in a second. */
export const LAUNCHES_A_SECOND = 20_000
const PEER_TOKENS_A_SECOND = 1_000

/** Launch exchange: a single-use token becomes a member session. */
export const exchange: Path = async (run) => {
  const instance = await run.instance(run.sizes.usual)
  await using estante = await startEstante(run, instance)
  await using betterAuth = await startPeer(run, 'better-auth', run.newPath('better-auth.db'))

  const seconds = run.pace.secondsARound
  const db = await openInstance(instance)
  try {
    const anyLaunch = await exchangeRequests(db, instance, 1)
    await using fastify = await startFastify(run, exchangeLaunchToken, estante, anyLaunch[0])
    const ours = createSingleUseRequests(run.newPath('launches'), Math.ceil(seconds) * LAUNCHES_A_SECOND, (count) =>
      exchangeRequests(db, instance, count),
    )
    const any = writeRequests(run.newPath('any-launch'), anyLaunch)
    const peerTokens = Math.ceil(seconds) * PEER_TOKENS_A_SECOND
    const oneTimeTokens = createSingleUseRequests(run.newPath('one-time-tokens'), peerTokens, async (count) =>
      (await requestTokens(betterAuth, 'one-time-token', count)).map((token) => ({
        method: 'POST',
        path: '/api/auth/one-time-token/verify',
        body: { token },
      })),
    )
    const magicLinks = createSingleUseRequests(run.newPath('magic-links'), peerTokens, async (count) =>
      (await requestTokens(betterAuth, 'magic-link', count)).map((token) => ({
        method: 'GET',
        path: `/api/auth/magic-link/verify?token=${token}`,
      })),
    )
    const rounds = await alternate(run.pace, {
      estante: () => ours(estante, { seconds }),
      fastify: () => load(fastify, any, { seconds }),
      oneTimeToken: () => oneTimeTokens(betterAuth, { seconds }),
      magicLink: () => magicLinks(betterAuth, { seconds }),
    })

    const path = 'POST /play/v1/launch, exchange of a launch token'
    return [
      ...compareLoads(path, 'bare Fastify', rounds.estante, rounds.fastify, {}),
      ...compareLoads(path, 'better-auth one-time token, verify', rounds.estante, rounds.oneTimeToken, {
        cpu: { atLeast: 20 },
      }),
      ...compareLoads(path, 'better-auth magic link, verify', rounds.estante, rounds.magicLink, {
        cpu: { atLeast: 40 },
      }),
    ]
  } finally {
    await db.close()
  }
}

/** Inserts new launches and returns requests to exchange them. */
export async function exchangeRequests(db: Database, instance: Instance, count: number): Promise<RawRequest[]> {
  const tokens = await insertLaunches(db, instance, count)
  return tokens.map((token) => ({
    method: exchangeLaunchToken.method,
    path: exchangeLaunchToken.path,
    body: { token, key: randomUUID().replaceAll('-', '') },
  }))
}

async function requestTokens(
  { address }: PinnedProcess,
  kind: 'one-time-token' | 'magic-link',
  count: number,
): Promise<string[]> {
  const response = await fetch(`${address}/tokens?kind=${kind}&count=${count}`, {
    method: 'POST',
    signal: AbortSignal.timeout(60_000),
  })
  return (await response.json()) as string[]
}
