import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addPage, DEFAULT_PACE, minutesLeft, PACE_PAGES, paceOf } from './reading-pace.ts'

describe('the reading pace', () => {
  it('is the average before any page was read, and the member’s own after some pages', () => {
    const paces = [0, 3, 6, 12].map((count) => paceOf(read(count, 1400)))

    assert.deepEqual(paces, [DEFAULT_PACE, DEFAULT_PACE, 1400, 1400])
    assert.equal(minutesLeft(14_000, read(12, 1400)), 10)
    assert.equal(minutesLeft(14_000, []), 15)
    assert.deepEqual([minutesLeft(0, []), minutesLeft(20, [])], [0, 1])
  })

  it('ignores pages turned quickly, left open, or without text', () => {
    let pages: readonly number[] = read(20, 1000)
    for (const [letters, ms] of [
      [1500, 300],
      [1500, 3_600_000],
      [40, 3000],
      [1500, 0],
      [0, 0],
    ] as const) {
      assert.equal(addPage(pages, letters, ms), pages)
    }

    for (const pace of [5900, 160, 5800]) pages = addPage(pages, pace, 60_000)

    assert.equal(paceOf(pages), 1000)
  })

  it('follows a reader who becomes faster, and remembers only the last pages', () => {
    let pages: readonly number[] = read(60, 700)
    for (let count = 0; count < 30; count++) pages = addPage(pages, 1100, 60_000)

    assert.equal(pages.length, PACE_PAGES)
    assert.equal(paceOf(pages), 1100)
  })
})

/** Pages at a given number of letters a minute. */
function read(count: number, pace: number): readonly number[] {
  let pages: readonly number[] = []
  for (let page = 0; page < count; page++) pages = addPage(pages, pace * 2, 120_000)
  return pages
}
