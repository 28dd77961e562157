import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { longestPause } from './speech-pause.ts'

const RATE = 8000
const SECONDS = 30

describe('the pause of a voice', () => {
  it('is the longest between two seconds, and ends what came before', () => {
    const pause = longestPause(voice([2, 4], [12, 12.4], [20, 20.8]), RATE, 8, 28)

    assert.ok(pause !== undefined && pause > 20 && pause < 20.3, String(pause))
  })

  it('is no silence within a word, and no moment of a voice that never rests', () => {
    assert.equal(longestPause(voice([12, 12.15]), RATE, 8, 28), undefined)
    assert.equal(longestPause(new Float32Array(0), RATE, 8, 28), undefined)
  })

  it('is found in a room with a noise of its own, up to where the recording ends', () => {
    const pause = longestPause(voice([26, 27]), RATE, 20, 40)

    assert.ok(pause !== undefined && pause > 26 && pause < 26.3, String(pause))
  })
})

/** A voice that rests between some seconds, in a room that is not silent. */
function voice(...rests: [from: number, to: number][]): Float32Array {
  return Float32Array.from({ length: SECONDS * RATE }, (_, at) => {
    const second = at / RATE
    const isSilent = rests.some(([from, to]) => second >= from && second < to)
    return Math.sin(at) * (isSilent ? 0.01 : 0.3 + 0.2 * Math.sin(second * 20))
  })
}
