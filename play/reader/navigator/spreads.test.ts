import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Link, Manifest } from '@estante/contract/manifest.ts'
import { pairPages } from './spreads.ts'

type Properties = Link['properties']

describe('pages of fixed layout', () => {
  it('face each other after the cover, in the order of the book, on the sides that its direction says', () => {
    assert.deepEqual(pairs([{}, {}, {}, {}, {}, {}]), ['1+2', '3+4'])
    assert.deepEqual(pairs([{}, {}, {}], 'rtl'), ['2+1'])
  })

  it('face each other as their sides say, and stand alone without a neighbour or in the middle', () => {
    const [left, right, center] = (['left', 'right', 'center'] as const).map((page) => ({ page }))

    assert.deepEqual(pairs([left, right, left, left, right, center, right]), ['0+1', '3+4'])
    assert.deepEqual(pairs([right, left, right, left], 'rtl'), ['1+0', '3+2'])
    assert.deepEqual(pairs([left, {}, {}, right]), ['0+1', '2+3'])
  })

  it('never face a chapter of text', () => {
    assert.deepEqual(pairs([{}, {}, { layout: 'reflowable' }, {}, {}]), ['3+4'])
  })
})

/** The pairs, left page first. */
function pairs(pages: Properties[], readingProgression: 'ltr' | 'rtl' = 'ltr') {
  const manifest = {
    metadata: { layout: 'fixed', readingProgression },
    readingOrder: pages.map((properties, index) => ({ href: `${index}.xhtml`, properties })),
  } as unknown as Manifest
  const facing = pairPages(manifest)
  return pages.flatMap((_, index) => {
    const other = facing(index)
    return other?.side === 'left' ? [`${index}+${other.chapter}`] : []
  })
}
