import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MINUTE_MS } from '../calendar.ts'
import { CLAIM_LIMIT_MS } from '../usage/finality.ts'
import { creditedSpan, cutIntoMinutes } from './credit.ts'

const NOW = Date.parse('2026-11-12T18:00:20Z')

describe('the credited time of a claim', () => {
  it('is as long as the claim exceeds the previous heartbeat, ending now', () => {
    const span = creditedSpan({ settledUntil: NOW - 31_000, claimedMs: 30_000 }, { activeMs: 45_000, idleMs: 0 }, NOW)

    assert.deepEqual(span, { from: NOW - 15_000, to: NOW })
  })

  it('is never more than the time that passed on the server', () => {
    const span = creditedSpan({ settledUntil: NOW - 4000, claimedMs: 0 }, { activeMs: 3_600_000, idleMs: 0 }, NOW)

    assert.deepEqual(span, { from: NOW - 4000, to: NOW })
  })

  it('ends with the activity when the connection was lost', () => {
    const account = { settledUntil: NOW - 300_000, claimedMs: 0 }

    const span = creditedSpan(account, { activeMs: 60_000, idleMs: 240_000 }, NOW)

    assert.deepEqual(span, { from: NOW - 300_000, to: NOW - 240_000 })
  })

  it('is whole even when the network delayed the previous heartbeat', () => {
    const account = { settledUntil: NOW - 10_000, claimedMs: 15_000 }

    const span = creditedSpan(account, { activeMs: 18_000, idleMs: 11_000 }, NOW)

    assert.deepEqual(span, { from: NOW - 10_000, to: NOW - 7000 })
  })

  it('continues the settled time when the network may have delayed this heartbeat', () => {
    const account = { settledUntil: NOW - 30_000, claimedMs: 30_000 }

    const span = creditedSpan(account, { activeMs: 45_000, idleMs: 1000 }, NOW)

    assert.deepEqual(span, { from: NOW - 30_000, to: NOW - 15_000 })
  })

  it('is nothing when the claim does not exceed the previous one', () => {
    assert.equal(
      creditedSpan({ settledUntil: NOW - 20_000, claimedMs: 15_000 }, { activeMs: 15_000, idleMs: 0 }, NOW),
      undefined,
    )
    assert.equal(
      creditedSpan({ settledUntil: NOW - 20_000, claimedMs: 15_000 }, { activeMs: 0, idleMs: 0 }, NOW),
      undefined,
    )
  })

  it('is nothing when no time has passed', () => {
    assert.equal(creditedSpan({ settledUntil: NOW, claimedMs: 0 }, { activeMs: 15_000, idleMs: 0 }, NOW), undefined)
  })

  it('never reaches back further than the limit, after a device was asleep', () => {
    const account = { settledUntil: NOW - 10 * CLAIM_LIMIT_MS, claimedMs: 0 }

    const span = creditedSpan(account, { activeMs: 10 * CLAIM_LIMIT_MS, idleMs: 0 }, NOW)

    assert.deepEqual(span, { from: NOW - CLAIM_LIMIT_MS, to: NOW })
  })
})

describe('a minute of a member', () => {
  const minute = Math.floor(NOW / MINUTE_MS)
  const start = minute * MINUTE_MS

  it('is cut at the clock', () => {
    const credits = cutIntoMinutes({ from: NOW - 30_000, to: NOW }, new Map())

    assert.deepEqual(credits, [
      { minute: minute - 1, ms: 10_000, until: start },
      { minute, ms: 20_000, until: NOW },
    ])
  })

  it('credits each moment once, when several tabs claim it', () => {
    const creditedUntil = new Map([[minute - 1, start - 5000]])

    const credits = cutIntoMinutes({ from: NOW - 80_000, to: start }, creditedUntil)

    assert.deepEqual(credits, [{ minute: minute - 1, ms: 5000, until: start }])
  })

  it('leaves other minutes alone', () => {
    const creditedUntil = new Map([[minute, NOW]])

    const credits = cutIntoMinutes({ from: start - 10_000, to: NOW }, creditedUntil)

    assert.deepEqual(credits, [{ minute: minute - 1, ms: 10_000, until: start }])
  })
})
