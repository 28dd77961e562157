import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRandom } from '../test/random.ts'
import { testContext } from '../test/test-app.ts'
import { ON_PG, testsOn } from '../test/test-database.ts'
import { CALLERS_COUNTED, createRateLimit } from './rate-limit.ts'

/** The nodes of this run: one, unless its database serves several. */
async function limits() {
  const { context } = await testContext()
  const one = createRateLimit(context.db)
  return [one, testsOn === 'postgresql' ? createRateLimit(context.db) : one] as const
}

/** A realistic instant. */
const START = Date.parse('2026-11-12T18:00:00Z')

describe('the rate limit', ON_PG, () => {
  it('allows so many calls in any sixty seconds, and says when the next is allowed', async () => {
    const [one, other] = await limits()
    for (let call = 0; call < 120; call++) {
      assert.ok((await (call % 2 ? one : other).take('a', 120, START + call * 100)).allowed)
    }

    const refused = await one.take('a', 120, START + 12_000)

    assert.deepEqual(refused, { allowed: false, remaining: 0, resetSeconds: 48 })
    assert.ok(!(await other.take('a', 120, START + 59_999)).allowed)
    assert.ok((await one.take('a', 120, START + 60_000)).allowed)
    assert.ok(!(await other.take('a', 120, START + 60_001)).allowed)
  })

  it('is that of a model, for any calls, refunds and limits', async (test) => {
    const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
    test.diagnostic(`FUZZ_SEED=${seed}`)
    const random = createRandom(seed)
    const nodes = await limits()
    for (let round = 0; round < 5; round++) {
      let limit = 1 + random.below(6)
      let now = START
      let times: number[] = []
      for (let step = 0; step < 30; step++) {
        now += random.pick([0, 0, 1, 999, 1000, 20_000, 59_999, 60_000])
        if (random.chance(0.05)) limit = 1 + random.below(6)
        times = times.filter((time) => time > now - 60_000)
        const node = random.pick(nodes)

        const { allowed, remaining, resetSeconds } = await node.take(`${round}`, limit, now)

        const isAllowed = times.length < limit
        const freedAt = isAllowed ? now : times[times.length - limit]!
        if (isAllowed) times.push(now)
        assert.deepEqual(
          { allowed, remaining, resetSeconds },
          {
            allowed: isAllowed,
            remaining: Math.max(0, limit - times.length),
            resetSeconds: Math.max(1, Math.ceil((freedAt + 60_000 - now) / 1000)),
          },
        )
        if (allowed && random.chance(0.2)) {
          await random.pick(nodes).refund(`${round}`, limit, now)
          times.pop()
        }
        assert.deepEqual(await node.peek([{ caller: `${round}`, limit }], now), [Math.min(limit, times.length)])
      }
    }
  })

  it('holds for concurrent calls', async () => {
    const nodes = await limits()

    const states = await Promise.all(
      Array.from({ length: 150 }, (_, call) => nodes[call % 2]?.take('a', 120, START + (call % 7))),
    )

    assert.equal(states.filter((state) => state?.allowed).length, 120)
  })

  it('never allows twice the limit around the edge of a minute', async () => {
    const [one, other] = await limits()
    for (let call = 0; call < 120; call++) await one.take('a', 120, START + 59_000)

    assert.ok(!(await other.take('a', 120, START + 60_500)).allowed)
  })

  it('does not count refused calls, so that a caller who waits for `Retry-After` is served', async () => {
    const [one] = await limits()
    for (let call = 0; call < 300; call++) await one.take('a', 120, START)

    assert.ok((await one.take('a', 120, START + 60_000)).allowed)
  })

  it('returns calls that were given back', async () => {
    const [one, other] = await limits()
    for (let call = 0; call < 5; call++) await one.take('a', 5, START + call)

    await other.refund('a', 5, START + 4)
    await one.refund('a', 5, START + 3)
    // Already refunded: this one and the next have no effect.
    if (testsOn === 'postgresql') await one.refund('a', 5, START + 3)
    await one.refund('b', 5, START)

    const states = [await one.take('a', 5, START + 5), await other.take('a', 5, START + 6)]
    assert.deepEqual(
      states.map(({ allowed, remaining }) => [allowed, remaining]),
      [
        [true, 1],
        [true, 0],
      ],
    )
    assert.ok(!(await one.take('a', 5, START + 7)).allowed)
  })

  it('counts callers separately', async () => {
    const [one] = await limits()
    await one.take('a', 1, START)

    assert.deepEqual(await one.take('b', 1, START), { allowed: true, remaining: 0, resetSeconds: 60 })
  })

  it('follows a limit that is raised or lowered', async () => {
    const [one, other] = await limits()
    for (let call = 0; call < 5; call++) await one.take('a', 5, START)

    assert.ok((await other.take('a', 6, START + 1)).allowed)
    assert.ok(!(await one.take('a', 2, START + 2)).allowed)
  })

  it('holds a high limit closely, and allows all of it', async () => {
    const [one, other] = await limits()
    let allowed = 0
    for (let call = 0; call < 2500; call++) {
      const node = call % 3 ? one : other
      if ((await node.take('a', 2000, START + Math.floor(call / 10))).allowed) allowed++
    }

    assert.ok(allowed <= 2000 && allowed > 1950, String(allowed))
    assert.ok((await one.take('a', 2000, START + 61_000)).allowed)
  })

  it('allows all of a high limit in bursts, second after second', async () => {
    const [one] = await limits()

    const states = []
    for (let second = 0; second < 50; second++) {
      const burst = Array.from({ length: 32 }, () => one.take('a', 6000, START + second * 1000))
      states.push(...(await Promise.all(burst)))
    }

    assert.equal(states.filter((state) => state.allowed).length, 1600)
  })

  it('reports usage on all nodes together, without using any', async () => {
    const [one, other] = await limits()
    for (let call = 0; call < 30; call++) await (call % 2 ? one : other).take('a', 120, START + call * 1000)
    await one.take('b', 5, START)
    const callers = [
      { caller: 'a', limit: 120 },
      { caller: 'b', limit: 5 },
      { caller: 'c', limit: 120 },
    ]

    const then = [await other.peek(callers, START + 29_000), await other.peek(callers, START + 29_000)]
    const { remaining } = await one.take('b', 5, START + 29_000)
    const later = await other.peek(callers, START + 70_000)

    const early = [30, 1, 0]
    assert.deepEqual([then, remaining], [[early, early], 3])
    assert.deepEqual(later, [19, 1, 0])
  })

  it('reports usage of a high limit as it counts it, never above the limit', async () => {
    const [one, other] = await limits()
    for (let call = 0; call < 2100; call++) await one.take('a', 2000, START)

    const [used = 0] = await other.peek([{ caller: 'a', limit: 2000 }], START)

    assert.ok(used <= 2000 && used > 1950, String(used))
  })

  it('holds a bounded number of callers, the latest, when no database counts', async () => {
    const limit = createRateLimit({})
    const allowed = async (caller: string) => (await limit.take(caller, 1, START)).allowed
    const latest = `caller-${CALLERS_COUNTED}`

    assert.ok(await allowed('first'))
    for (let caller = 1; caller <= CALLERS_COUNTED; caller++) await allowed(`caller-${caller}`)

    assert.deepEqual([await allowed(latest), await allowed('first')], [false, true])
  })

  it('locks nobody out when the clock is set back', async () => {
    const [one] = await limits()
    for (let call = 0; call < 120; call++) await one.take('a', 120, START + 3_600_000)

    assert.deepEqual(await one.peek([{ caller: 'a', limit: 120 }], START), [0])
    assert.ok((await one.take('a', 120, START)).allowed)
    assert.equal((await one.take('a', 120, START)).remaining, 118)
  })
})
