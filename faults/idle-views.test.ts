import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { after, describe, it } from 'node:test'
import { eventually } from '@estante/server/test/eventually.ts'
import { startInstance } from './instance.ts'
import { readMemory } from './memory.ts'
import { call, type SignedInPage, signIn, userPath } from './people.ts'

/** `VIEWS=10000 node --test faults/idle-views.test.ts` needs 10,000 open files here, and as many in the service. */
const VIEWS = Number(process.env.VIEWS ?? 1000)
/** Ten views, the limit, for each member. */
const MEMBERS = VIEWS / 10
/** Limit for ending an open view after a revocation. */
const PROMISED_MS = 2000
/** More than twice the measured value. */
const BYTES_A_VIEW = 40_000

const { service, partner } = await startInstance()
const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })
after(() => agent.destroy())

describe(`${VIEWS} idle views on one node`, { timeout: 280_000 }, () => {
  it('use little memory, delay no calls, and each ends within two seconds of its revocation', async (test) => {
    const { address, pid } = service
    const { authorization } = partner
    const members = await Promise.all(
      Array.from({ length: MEMBERS }, (_, at) => signIn(address, authorization, `u${at}`)),
    )
    const before = await readMemory(pid)
    const streams: IncomingMessage[][] = Array.from({ length: MEMBERS }, () => [])
    for (let opened = 0; opened < VIEWS; opened += MEMBERS) {
      const fresh = await Promise.all(members.map((member) => openStream(member)))
      for (const [at, stream] of fresh.entries()) streams[at]?.push(stream)
    }
    let ended = 0
    for (const stream of streams.flat()) stream.once('end', () => ended++).resume()
    const bytesEach = ((await settledMemory(pid)) - before) / VIEWS

    const [revoked = []] = streams
    const endings = revoked.map((stream) => once(stream, 'end'))
    await call(address, 'DELETE', userPath('u0'), { authorization })
    const since = performance.now()
    await Promise.all(endings)
    const ms = performance.now() - since
    const served = await call(address, 'GET', '/partner/v1/catalog', { authorization })

    test.diagnostic(
      `${Math.round(bytesEach / 1000)} kB of memory a view; ${revoked.length} ended within ${ms.toFixed(0)} ms`,
    )
    assert.equal(served.status, 200)
    assert.ok(ms < PROMISED_MS, `${ms} ms`)
    assert.ok(bytesEach < BYTES_A_VIEW, `${bytesEach} bytes`)
    assert.equal(ended, revoked.length)
  })
})

/** Waits until the service's memory is stable: two readings some time apart are about equal. */
async function settledMemory(pid: number): Promise<number> {
  let last = Number.POSITIVE_INFINITY
  return eventually(
    async () => {
      const now = await readMemory(pid)
      const isStill = Math.abs(now - last) < VIEWS * BYTES_A_VIEW * 0.01
      last = now
      return isStill && now
    },
    { everyMs: 100 },
  )
}

async function openStream({ authorization }: SignedInPage): Promise<IncomingMessage> {
  const asking = request(`${service.address}/play/v1/events`, { agent, headers: { authorization } }).end()
  const [response] = (await once(asking, 'response')) as [IncomingMessage]
  assert.equal(response.statusCode, 200)
  return response.on('error', () => {})
}
