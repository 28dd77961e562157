import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTokenBuckets } from './token-buckets.ts'

describe('a token bucket', () => {
  it('allows a burst, then one call at a time as it refills, to each caller', () => {
    const buckets = createTokenBuckets({ burst: 3, refillMs: 1000 })
    const waits = Array.from({ length: 4 }, () => buckets.take('a', 0))

    assert.deepEqual(waits, [0, 0, 0, 1000])
    assert.equal(buckets.take('a', 400), 600)
    assert.equal(buckets.take('b', 400), 0)
    assert.deepEqual([buckets.take('a', 1000), buckets.take('a', 1000)], [0, 1000])
    assert.deepEqual(
      Array.from({ length: 4 }, () => buckets.take('a', 60_000)),
      [0, 0, 0, 1000],
    )
  })

  it('is kept while 20,000 others take theirs', () => {
    const buckets = createTokenBuckets({ burst: 1, refillMs: 60_000 })
    buckets.take('a', 0)
    for (let other = 0; other < 20_000; other++) buckets.take(`listener ${other}`, 15_000)

    assert.equal(buckets.take('a', 15_000), 45_000)
  })

  it('accepts unused tokens back, up to the burst', () => {
    const buckets = createTokenBuckets({ burst: 1, refillMs: 1000 })
    buckets.take('a', 0)
    buckets.refund('a')
    buckets.refund('a')

    assert.deepEqual([buckets.take('a', 0), buckets.take('a', 0)], [0, 1000])
  })

  it('locks nobody out when the clock is set back', () => {
    const buckets = createTokenBuckets({ burst: 1, refillMs: 1000 })
    buckets.take('a', 3_600_000)

    assert.deepEqual([buckets.take('a', 0), buckets.take('a', 1000)], [1000, 0])
  })
})
