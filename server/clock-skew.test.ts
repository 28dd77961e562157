import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { createApp } from './app.ts'
import { toMonth } from './calendar.ts'
import { closeContext, openContext } from './context.ts'
import { exchange, openPage } from './test/people.ts'
import { addPublication } from './test/publications.ts'
import { addPartner, fakeClock, testContext } from './test/test-app.ts'
import { ON_PG, testsOn } from './test/test-database.ts'

const SECOND_MS = 1000
const BEAT_MS = 15 * SECOND_MS

/** Two nodes on one database, of which the second's clock is ahead. Time passes on both. */
async function nodesApart(aheadMs: number) {
  const { context, clock, closeFirst } = await testContext({ databasePoolSize: 3 })
  const fastClock = fakeClock(clock.now() + aheadMs)
  const other = await openContext(context.config, { clock: fastClock })
  const [slow, fast] = [createApp(context), createApp(other)]
  closeFirst.push(...[slow, fast].map((node) => () => node.close()), () => closeContext(other))
  for (const node of [slow, fast]) await node.ready()
  const { authorization } = await addPartner(context)
  type Node = typeof slow

  function pass(ms: number): void {
    clock.advance(ms)
    fastClock.advance(ms)
  }

  /** The status of opening a link that one node made on another, some time later. */
  async function open(from: Node, on: Node, afterMs = 0): Promise<number> {
    const headers = { authorization }
    const payload = { externalUserId: randomUUID() }
    const session = await from.inject({ method: 'POST', url: '/partner/v1/sessions', headers, payload })
    pass(afterMs)
    return (await exchange(on, session.json().launchToken)).statusCode
  }

  /** Sends eleven heartbeats to the nodes in turn, and returns the seconds credited so far. */
  async function listen(...nodes: Node[]): Promise<number> {
    const publicationId = await addPublication(context, { type: 'audiobook', title: 'O farol' })
    const { tokens } = await openPage(slow, authorization, 'ouvinte')
    const lease = { leaseId: randomUUID(), publicationId, idleMs: 0 }
    for (let sequence = 1; sequence <= 11; sequence++) {
      const answer = await nodes[sequence % nodes.length]!.inject({
        method: 'POST',
        url: '/play/v1/activity',
        headers: { authorization: `Bearer ${tokens.accessToken}` },
        payload: { ...lease, sequence, activeMs: (sequence - 1) * BEAT_MS },
      })
      assert.equal(answer.statusCode, 200, answer.body)
      pass(BEAT_MS)
    }
    const rows = await context.db.read.selectFrom('usage_month').select('listening_ms').execute()
    return rows.reduce((sum, { listening_ms }) => sum + listening_ms, 0) / SECOND_MS
  }

  /** How many of 200 calls, made to the nodes in turn, are within the limit. */
  async function callInTurn(): Promise<number> {
    let allowed = 0
    for (let call = 0; call < 200; call++) {
      const node = [slow, fast][call % 2]!
      const { statusCode } = await node.inject({ url: '/partner/v1/catalog', headers: { authorization } })
      if (statusCode === 200) allowed++
    }
    return allowed
  }

  /** The statuses of renewing a member's tokens, whose answer is lost twice, on either node in turn. */
  async function renewTwice(): Promise<number[]> {
    const { tokens } = await openPage(slow, authorization, 'dentro')
    const statuses: number[] = []
    for (const node of [fast, slow, fast]) {
      const payload = { refreshToken: tokens.refreshToken }
      statuses.push((await node.inject({ method: 'POST', url: '/play/v1/refresh', payload })).statusCode)
    }
    return statuses
  }

  return { slow, fast, clock, context, pass, open, listen, callInTurn, renewTwice }
}

// The limits that docs/operacao/quando-algo-falha.md names.
describe('two nodes whose clocks differ', { ...ON_PG, skip: testsOn !== 'postgresql' }, () => {
  it('by a second agree', async () => {
    const { slow, fast, pass, open, listen, callInTurn } = await nodesApart(SECOND_MS)

    assert.equal(await callInTurn(), 120)
    pass(61_000)
    assert.deepEqual([await open(slow, fast, 58_000), await open(fast, slow, 60_000)], [200, 200])
    assert.deepEqual([await listen(slow, fast), await listen(fast, slow)], [150, 150 + 150])
  })

  it('by half a minute lengthen or shorten links, restart the limit, and lose listening, but invent none', async () => {
    const { slow, fast, open, listen, callInTurn } = await nodesApart(30 * SECOND_MS)

    assert.deepEqual([await open(slow, fast, 29_000), await open(slow, fast, 31_000)], [200, 401])
    assert.deepEqual([await open(fast, slow, 89_000), await open(fast, slow, 91_000)], [200, 401])
    assert.equal(await callInTurn(), 200)
    const heard = await listen(slow, fast)
    assert.ok(heard >= 75 && heard < 150, String(heard))
  })

  it('by three minutes open only their own links, and keep the members who are in', async () => {
    const { slow, fast, open, renewTwice } = await nodesApart(180 * SECOND_MS)

    assert.deepEqual([await open(slow, fast), await open(fast, slow)], [401, 401])
    assert.deepEqual([await open(slow, slow), await open(fast, fast)], [200, 200])
    assert.deepEqual(await renewTwice(), [200, 200, 200])
  })

  it('count at a month’s end in the answering node’s month', async () => {
    const { slow, fast, clock, context, pass, listen } = await nodesApart(180 * SECOND_MS)
    // Three minutes before December in São Paulo.
    pass(Date.parse('2026-12-01T02:57:00Z') - clock.now())

    await listen(fast)
    pass(Date.parse('2026-12-01T02:57:00Z') - clock.now())
    await listen(slow)

    const months = await context.db.read.selectFrom('usage_month').select('month').orderBy('month').execute()
    assert.deepEqual(
      months.map(({ month }) => month),
      [toMonth('2026-11'), toMonth('2026-12')],
    )
  })
})
