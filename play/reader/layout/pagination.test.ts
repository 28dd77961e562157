import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Flow, fitsAcross, fitsColumn, pageIndexOf, paginate, positionOfPage, startOf } from './pagination.ts'
import type { Segment } from './segments.ts'

const PAGES: Flow = { axis: 'x', isReversed: false, width: 400, height: 600 }
const FROM_THE_RIGHT: Flow = { ...PAGES, isReversed: true }
const SCROLL: Flow = { ...PAGES, axis: 'y' }

function box(left: number, top: number, width = 100, height = 20) {
  return { left, top, width, height, right: left + width, bottom: top + height }
}

function segment(start: number, letters: number): Segment {
  return { node: {} as Text, start, letters, isApart: false }
}

describe('where a box is in a chapter', () => {
  it('is measured along the flow, whatever the scroll offset', () => {
    assert.equal(startOf(PAGES, box(-380, 0), 800), 420)
    assert.equal(startOf(SCROLL, box(0, -30), 100), 70)
    assert.equal(startOf(FROM_THE_RIGHT, box(280, 0), 800), 820)
  })

  it('is the page that holds its middle', () => {
    assert.equal(pageIndexOf(PAGES, box(399, 0), 0), 1)
    assert.equal(pageIndexOf(PAGES, box(340, 0), 0), 0)
    assert.equal(pageIndexOf(PAGES, box(-90, 0), 0), 0)
  })
})

describe('a box that a reader sees whole', () => {
  it('crosses no edge of a column, but for a rounding', () => {
    assert.ok(fitsColumn(PAGES, box(99, 0, 102), 200) && fitsColumn(PAGES, box(201, 0, 201), 200))
    assert.ok(!fitsColumn(PAGES, box(150, 0), 200))
  })

  it('is neither above nor below the window, nor before the first page', () => {
    assert.ok(fitsAcross(PAGES, box(0, 580)))
    assert.ok(!fitsAcross(PAGES, box(0, 590)) && !fitsAcross(PAGES, box(0, -10)) && !fitsAcross(PAGES, box(-50, 0)))
    assert.ok(!fitsAcross(SCROLL, box(350, 4000)))
  })
})

describe('the pages of a chapter', () => {
  it('are the pages with text, in order, each with the letters it may show', () => {
    const [title, paragraph] = [segment(0, 10), segment(10, 90)]

    const pages = paginate(PAGES, [title, paragraph], [[box(0, 0)], [box(0, 40), box(800, 0), box(1200, 0)]])

    assert.deepEqual(pages, [
      { index: 0, first: title, from: 0, to: 100 },
      { index: 2, first: paragraph, from: 10, to: 100 },
      { index: 3, first: paragraph, from: 10, to: 100 },
    ])
    assert.deepEqual(
      [0, 1, 2, 9].map((index) => positionOfPage(pages, index)),
      [0, 0, 1, 2],
    )
  })

  it('are one when nothing has a box', () => {
    assert.equal(paginate(PAGES, [segment(0, 5)], [[]]).length, 1)
  })
})
