import { createSession } from '@estante/contract/partner/sessions.ts'
import { compareDurable, compareLoads } from '../measure/compare.ts'
import { load } from '../measure/load.ts'
import { type RawRequest, writeRequests } from '../measure/requests.ts'
import { alternate } from '../measure/rounds.ts'
import type { Path } from '../run.ts'
import { emailOf, externalUserId, type Instance, memberNameOf, scatter } from '../seed.ts'
import { startEstante, startFastify, startPeer } from '../servers.ts'

const REQUESTS = 50_000

/** Launch links for known members. */
export const sessions: Path = async (run) => {
  const instance = await run.instance(run.sizes.usual)
  await using estante = await startEstante(run, instance)
  const requests = sessionRequests(instance)
  await using fastify = await startFastify(run, createSession, estante, requests[0])
  await using rows = await startFastify(run, createSession, estante, requests[0], 'rows')
  const statementsOn = { statements: await run.instance(run.sizes.usual) }
  await using statements = await startFastify(run, createSession, estante, requests[0], statementsOn)
  const dutiesOn = { duties: await run.instance(run.sizes.usual) }
  await using duties = await startFastify(run, createSession, estante, requests[0], dutiesOn)
  await using betterAuth = await startPeer(run, 'better-auth', run.newPath('better-auth.db'))
  await using oidc = await startPeer(run, 'oidc-provider')

  const pace = { seconds: run.pace.secondsARound }
  const ours = writeRequests(run.newPath('sessions'), requests)
  const oneTimeToken = writeRequests(run.newPath('one-time-token'), [
    {
      method: 'GET',
      path: '/api/auth/one-time-token/generate',
      headers: { Cookie: String(betterAuth.ready.cookie) },
    },
  ])
  const clientCredentials = writeRequests(run.newPath('client-credentials'), [
    {
      method: 'POST',
      path: '/token',
      headers: { Authorization: String(oidc.ready.authorization) },
      form: 'grant_type=client_credentials',
    },
  ])
  const rounds = await alternate(run.pace, {
    estante: () => load(estante, ours, pace),
    fastify: () => load(fastify, ours, pace),
    rows: () => load(rows, ours, pace),
    statements: () => load(statements, ours, pace),
    duties: () => load(duties, ours, pace),
    betterAuth: () => load(betterAuth, oneTimeToken, pace),
    oidc: () => load(oidc, clientCredentials, pace),
  })

  const path = 'POST /partner/v1/sessions, known member'
  return [
    ...compareLoads(path, 'bare Fastify', rounds.estante, rounds.fastify, {
      cpu: { atLeast: 0.45, stretch: 0.55 },
      wall: { atLeast: 0.38, stretch: 0.48 },
    }),
    ...compareDurable(path, rounds),
    ...compareLoads(path, 'better-auth one-time token, generate', rounds.estante, rounds.betterAuth, {
      cpu: { atLeast: 25 },
    }),
    ...compareLoads(path, 'oidc-provider client credentials, in memory', rounds.estante, rounds.oidc, {
      cpu: { atLeast: 2 },
    }),
  ]
}

/** Requests for known members, scattered over the tables, with their details as partners send them. */
export function sessionRequests({ authorization, members }: Instance): RawRequest[] {
  return Array.from({ length: REQUESTS }, (_, index) => {
    const at = scatter(index, members)
    return {
      method: createSession.method,
      path: createSession.path,
      headers: { Authorization: authorization },
      body: { externalUserId: externalUserId(at), email: emailOf(at), name: memberNameOf(at) },
    }
  })
}
