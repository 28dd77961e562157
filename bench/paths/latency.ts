import { createSession } from '@estante/contract/partner/sessions.ts'
import { compare } from '../measure/compare.ts'
import { sendAtRate } from '../measure/open-loop.ts'
import { toWire } from '../measure/requests.ts'
import { alternate, quantile } from '../measure/rounds.ts'
import type { Path } from '../run.ts'
import { startEstante, startFastify } from '../servers.ts'
import { sessionRequests } from './sessions.ts'

const PER_SECOND = 500

/** How long the slowest of a hundred waits for a sign-on link, at a rate that leaves the service time to breathe. */
export const latency: Path = async (run) => {
  const house = await run.house(run.sizes.usual)
  await using estante = await startEstante(run, house)
  const asked = sessionRequests(house)
  await using fastify = await startFastify(run, createSession, estante, asked[0])

  const requests = asked.map(toWire)
  const pace = { perSecond: PER_SECOND, seconds: run.pace.secondsARound * 2 }
  const rounds = await alternate(run.pace.rounds, {
    estante: async () => quantile(await sendAtRate(estante.address, requests, pace), 0.99),
    fastify: async () => quantile(await sendAtRate(fastify.address, requests, pace), 0.99),
  })

  const path = `POST /partner/v1/sessions, ${PER_SECOND} a second, open loop`
  return [
    {
      ...compare(path, 'bare Fastify', 'p99', rounds.estante, rounds.fastify, (ms) => `${ms.toFixed(2)} ms`),
      reach: { atMost: 3 },
    },
  ]
}
