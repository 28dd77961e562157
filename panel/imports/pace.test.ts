import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createPace } from './pace.ts'

describe('the time left of an upload', () => {
  it('follows the recent speed', () => {
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

  it('starts over after an interruption', () => {
    const secondsLeft = createPace()
    secondsLeft(0, 0, 1000)
    secondsLeft(5_000, 500, 1000)

    assert.equal(secondsLeft(6_000, 100, 1000), undefined)
    assert.equal(secondsLeft(9_000, 400, 1000), 6)
  })
})
