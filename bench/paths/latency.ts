import { createSession } from '@estante/contract/partner/sessions.ts'
import { compare } from '../measure/compare.ts'
import { sendAtRate } from '../measure/open-loop.ts'
import type { PinnedProcess } from '../measure/pinned-process.ts'
import { roundRobin, toWire } from '../measure/requests.ts'
import { alternate, quantile } from '../measure/rounds.ts'
import type { Path } from '../run.ts'
import { startEstante, startFastify } from '../servers.ts'
import { sessionRequests } from './sessions.ts'

const PER_SECOND = 500

/**
 * Latency (p99) of launch links at a moderate rate. A link is answered after an fsync, and disks stall. A Fastify that
 * waits for the same disk in the same minutes shows the share of the disk, and one that stores a row in SQLite shows
 * the share of SQLite.
 */
export const latency: Path = async (run) => {
  const instance = await run.instance(run.sizes.usual)
  await using estante = await startEstante(run, instance)
  const requests = sessionRequests(instance)
  await using fastify = await startFastify(run, createSession, estante, requests[0])
  await using durable = await startFastify(run, createSession, estante, requests[0], 'journal')
  await using rows = await startFastify(run, createSession, estante, requests[0], 'rows')

  const next = roundRobin(requests.map(toWire))
  const pace = { perSecond: PER_SECOND, seconds: run.pace.secondsARound * 2 }
  const p99 = async ({ address }: PinnedProcess) => quantile(await sendAtRate(address, next, pace), 0.99)
  const rounds = await alternate(run.pace, {
    estante: () => p99(estante),
    durable: () => p99(durable),
    rows: () => p99(rows),
    fastify: () => p99(fastify),
  })

  const path = `POST /partner/v1/sessions, ${PER_SECOND} a second, open loop`
  const waiting = 'bare Fastify that waits for the disk'
  const storing = 'bare Fastify that stores one row'
  return [
    { ...compare(path, 'bare Fastify', 'p99', rounds.estante, rounds.fastify, milliseconds), target: { atMost: 3 } },
    { ...compare(path, waiting, 'p99', rounds.estante, rounds.durable, milliseconds), target: { atMost: 1.5 } },
    compare(path, storing, 'p99', rounds.estante, rounds.rows, milliseconds),
    compare(`${path}: ${storing}`, waiting, 'p99', rounds.rows, rounds.durable, milliseconds),
    compare(`${path}: ${waiting}`, 'bare Fastify', 'p99', rounds.durable, rounds.fastify, milliseconds),
  ]
}

function milliseconds(ms: number): string {
  return `${ms.toFixed(2)} ms`
}
