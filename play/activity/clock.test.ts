import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createClock } from './clock.ts'

describe('the clock of activity', () => {
  it('counts the hours in which the device sleeps, and no change of the wall clock back', () => {
    let [awake, wall] = [100, 1_700_000_000_000]
    const now = createClock(
      () => awake,
      () => wall,
    )
    const pass = (awakeMs: number, wallMs: number) => {
      awake += awakeMs
      wall += wallMs
      return now()
    }

    const read = [
      pass(1000, 1000),
      // Asleep for eight hours.
      pass(500, 8 * 3600_000),
      pass(1000, 1000),
      // Set back by an hour.
      pass(1000, -3600_000),
      pass(1000, 1000),
      // Adjusted over the network.
      pass(1000, 1300),
    ]

    const slept = 8 * 3600_000
    assert.deepEqual(read, [1100, 1100 + slept, 2100 + slept, 3100 + slept, 4100 + slept, 5100 + slept])
  })
})
