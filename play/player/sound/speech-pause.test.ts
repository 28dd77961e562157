import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { longestPause } from './speech-pause.ts'

const RATE = 8000
const SECONDS = 30

describe('a pause of the voice', () => {
  it('is the longest between two seconds', () => {
    const pause = longestPause(voice([2, 4], [12, 12.4], [20, 20.8]), RATE, 8, 28)

    assert.ok(pause !== undefined && pause > 20 && pause < 20.3, String(pause))
  })

  it('is neither a silence within a word nor any moment of continuous speech', () => {
    assert.equal(longestPause(voice([12, 12.15]), RATE, 8, 28), undefined)
    assert.equal(longestPause(new Float32Array(0), RATE, 8, 28), undefined)
  })

  it('is found in background noise, up to the end of the recording', () => {
    const pause = longestPause(voice([26, 27]), RATE, 20, 40)

    assert.ok(pause !== undefined && pause > 26 && pause < 26.3, String(pause))
  })
})

/** A voice that pauses in some seconds, with background noise. */
function voice(...rests: [from: number, to: number][]): Float32Array {
  return Float32Array.from({ length: SECONDS * RATE }, (_, at) => {
    const second = at / RATE
    const isSilent = rests.some(([from, to]) => second >= from && second < to)
    return Math.sin(at) * (isSilent ? 0.01 : 0.3 + 0.2 * Math.sin(second * 20))
  })
}
