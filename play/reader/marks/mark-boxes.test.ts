import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { joinLines } from './mark-boxes.ts'

describe('the boxes of a mark', () => {
  it('are joined from line to line, and apart in each column', () => {
    const line = (left: number, right: number, top: number) => ({ left, right, top, bottom: top + 20 })

    const joined = joinLines([line(200, 400, 700), line(20, 90, 730), line(90, 120, 727), line(520, 900, 60)])

    assert.deepEqual(joined, [
      { left: 20, right: 400, top: 700, bottom: 750 },
      { left: 520, right: 900, top: 60, bottom: 80 },
    ])
  })
})
