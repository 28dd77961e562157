import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bandAround, bandFrom, linesOf, stepBand } from './lines.ts'

const line = (column: number, at: number) => ({ column, start: at, end: at + 20 })
/** A page with five lines in one column and four in the next. */
const PAGE = [...[0, 30, 60, 90, 120].map((at) => line(0, at)), ...[5, 35, 65, 95].map((at) => line(1, at))]

describe('lines of the reading ruler', () => {
  it('include raised and bold text of the same line', () => {
    const raised = { column: 0, start: 26, end: 36 }
    const bold = { column: 0, start: 31, end: 52 }

    assert.deepEqual(
      linesOf([...PAGE.slice(5), bold, ...PAGE.slice(0, 5), raised]).map(({ start }) => start),
      [0, 26, 60, 90, 120, 5, 35, 65, 95],
    )
    assert.deepEqual(linesOf([line(0, 30), bold]), [{ column: 0, start: 30, end: 52 }])
  })

  it('are stepped through one by one, column after column, and back', () => {
    const starts: number[] = []
    let band = bandFrom(PAGE, 0)
    for (let next = band; next; next = stepBand(PAGE, next, 1)) {
      starts.push(next.first)
      band = next
    }
    const back: number[] = []
    for (let next = band; next; next = stepBand(PAGE, next, -1)) back.push(next.first)

    assert.deepEqual(starts, [0, 1, 2, 5, 6])
    assert.deepEqual(back, [6, 5, 2, 1, 0])
  })

  it('are centred on a tap, up to the number available', () => {
    assert.deepEqual(bandAround(PAGE, { column: 0, at: 95 }), { first: 2, column: 0, start: 60, end: 140 })
    assert.deepEqual(bandAround(PAGE, { column: 1, at: 0 })?.first, 5)
    assert.deepEqual(bandFrom([line(0, 10)], 0), { first: 0, column: 0, start: 10, end: 30 })
    assert.equal(bandFrom([], 0), undefined)
  })
})
