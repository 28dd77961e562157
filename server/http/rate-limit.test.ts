import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRateLimit } from './rate-limit.ts'

describe('the rate limit', () => {
  it('allows so many calls in any sixty seconds, and says when the next may come', () => {
    const { take } = createRateLimit()
    for (let call = 0; call < 120; call++) assert.ok(take('a', 120, call * 100).allowed)

    const refused = take('a', 120, 12_000)

    assert.deepEqual(refused, { allowed: false, remaining: 0, resetSeconds: 48 })
    assert.ok(!take('a', 120, 59_999).allowed)
    assert.ok(take('a', 120, 60_000).allowed)
    assert.ok(!take('a', 120, 60_001).allowed)
  })

  it('never lets twice the limit through around the edge of a minute', () => {
    const { take } = createRateLimit()
    for (let call = 0; call < 120; call++) take('a', 120, 59_000)

    assert.ok(!take('a', 120, 60_500).allowed)
  })

  it('does not count refused calls, so that whoever waits as told is served', () => {
    const { take } = createRateLimit()
    for (let call = 0; call < 1000; call++) take('a', 120, 0)

    assert.ok(take('a', 120, 60_000).allowed)
  })

  it('counts each caller apart', () => {
    const { take } = createRateLimit()
    take('a', 1, 0)

    assert.deepEqual(take('b', 1, 0), { allowed: true, remaining: 0, resetSeconds: 60 })
  })

  it('follows a limit that is raised or lowered', () => {
    const { take } = createRateLimit()
    for (let call = 0; call < 5; call++) take('a', 5, 0)

    assert.ok(take('a', 6, 1).allowed)
    assert.ok(!take('a', 2, 2).allowed)
  })
})
