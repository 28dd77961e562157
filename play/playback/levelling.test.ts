import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { levelOf } from './levelling.ts'

describe('the level of a recording', () => {
  it('turns loud ones down to the others, and quiet ones up only where they can be amplified', () => {
    assert.deepEqual(
      [-14, -20, -27, null, undefined].map((loudness) => levelOf(loudness).toFixed(3)),
      ['0.501', '1.000', '1.000', '1.000', '1.000'],
    )
    assert.deepEqual(
      [-14, -26, -60, null].map((loudness) => levelOf(loudness, 4).toFixed(3)),
      ['0.501', '1.995', '4.000', '1.000'],
    )
  })
})
