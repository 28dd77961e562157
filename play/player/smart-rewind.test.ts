import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rewindFrom } from './smart-rewind.ts'

const MINUTE_MS = 60_000

describe('rewinding after a pause', () => {
  it('grows with the length of the pause', () => {
    const back = [0, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, 90 * MINUTE_MS, 48 * 60 * MINUTE_MS].map(
      (awayMs) => 1000 - rewindFrom(1000, awayMs, 0),
    )

    assert.deepEqual(back, [0, 2, 5, 10, 20, 30])
  })

  it('never crosses the start of the chapter', () => {
    assert.equal(rewindFrom(103, 48 * 60 * MINUTE_MS, 100), 100)
  })

  it('is 0 when the device’s clock went backwards', () => {
    assert.equal(rewindFrom(103, -MINUTE_MS, 100), 103)
  })
})
