import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { availableMeasure, type FootMeasure, nextMeasure, toMeasure } from './foot-measure.ts'

describe('the foot of a page', () => {
  it('cycles through minutes of the chapter, of the book, pages and nothing', () => {
    assert.deepEqual(round('chapter', true), ['chapter', 'book', 'pages', 'none', 'chapter'])
  })

  it('skips minutes that are unknown', () => {
    assert.equal(availableMeasure('book', false), 'pages')
    assert.deepEqual(round('chapter', false), ['chapter', 'none', 'pages', 'none', 'pages'])
  })

  it('is restored from the device, or the first', () => {
    assert.equal(toMeasure('none'), 'none')
    assert.equal(toMeasure('lines'), 'chapter')
  })
})

function round(first: FootMeasure, hasMinutes: boolean) {
  const seen = [first]
  while (seen.length < 5) seen.push(nextMeasure(seen.at(-1)!, hasMinutes))
  return seen
}
