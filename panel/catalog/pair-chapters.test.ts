import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isSamePairs, pairChapters, unpaired } from './pair-chapters.ts'

const pairs = [
  { ebook: 1, audiobook: 0 },
  { ebook: 2, audiobook: 1 },
  { ebook: 3, audiobook: 2 },
]

describe('pairing chapters by hand', () => {
  it('keeps the order of both forms: what would cross is undone, and counted', () => {
    const moved = pairChapters(pairs, 2, 2)
    const crossed = pairChapters(pairs, 0, 1)

    assert.deepEqual(moved, {
      pairs: [
        { ebook: 1, audiobook: 0 },
        { ebook: 2, audiobook: 2 },
      ],
      undone: 1,
    })
    assert.deepEqual([crossed.pairs.map(({ ebook }) => ebook), crossed.undone], [[0, 3], 2])
  })

  it('lets a chapter stand alone, and says which of the audiobook do', () => {
    const alone = pairChapters(pairs, 2, undefined)

    assert.deepEqual([alone.pairs.length, alone.undone], [2, 0])
    assert.deepEqual(unpaired(alone.pairs, 4), [1, 3])
    assert.ok(isSamePairs(pairs, [...pairs]) && !isSamePairs(pairs, alone.pairs))
  })
})
