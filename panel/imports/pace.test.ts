import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createPace } from './pace.ts'

describe('how long is left', () => {
  it('is what is left at the pace of the last moments', () => {
    const secondsLeft = createPace()
    secondsLeft(0, 0, 1000)
    secondsLeft(60_000, 100, 1000)

    const left = secondsLeft(64_000, 300, 1000)

    assert.equal(left, 14)
  })

  it('is unknown at first, and while nothing moves', () => {
    const secondsLeft = createPace()

    assert.equal(secondsLeft(0, 0, 1000), undefined)
    assert.equal(secondsLeft(500, 200, 1000), undefined)
    for (let at = 1_000; at < 30_000; at += 1_000) secondsLeft(at, 200, 1000)
    assert.equal(secondsLeft(30_000, 200, 1000), undefined)
  })

  it('begins anew when something broke off', () => {
    const secondsLeft = createPace()
    secondsLeft(0, 0, 1000)
    secondsLeft(5_000, 500, 1000)

    assert.equal(secondsLeft(6_000, 100, 1000), undefined)
    assert.equal(secondsLeft(9_000, 400, 1000), 6)
  })
})
