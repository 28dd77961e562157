import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { endAtTrack, isSamePairs, joinToPrevious, pairChapter, unpaired } from './pair-chapters.ts'

const pairs = pairsOf([1, 0], [2, 1], [3, 2])

describe('pairing chapters by hand', () => {
  it('keeps the order of both forms: crossing pairs are removed, and counted', () => {
    const moved = pairChapter(pairs, 3, 0)
    const crossed = pairChapter(pairsOf([0, 0], [1, 2], [2, 3]), 3, 1)

    assert.deepEqual([moved.pairs, moved.removedCount], [[pairOf([1, 3], [0, 0])], 1])
    assert.deepEqual([crossed.pairs, crossed.removedCount], [pairsOf([0, 0], [3, 1]), 2])
  })

  it('lets a chapter have no track, and says which tracks have no chapter', () => {
    const { pairs: next, removedCount } = pairChapter(pairs, 2, undefined)

    assert.deepEqual([next.length, removedCount], [2, 0])
    assert.deepEqual(unpaired(next, 4), [1, 3])
    assert.ok(isSamePairs(pairs, pairsOf([1, 0], [2, 1], [3, 2])) && !isSamePairs(pairs, next))
  })

  it('joins chapters to a track, with those between them, and tracks to a chapter', () => {
    const joined = joinToPrevious(pairs, 2).pairs
    const across = pairChapter(pairsOf([0, 0]), 2, 0).pairs
    const longer = endAtTrack(joined, joined[1]!, 3)

    assert.deepEqual(joined, [pairOf([1, 2], [0, 0]), pairOf([3, 3], [2, 2])])
    assert.deepEqual(across, [pairOf([0, 2], [0, 0])])
    assert.deepEqual(longer, [pairOf([1, 2], [0, 0]), pairOf([3, 3], [2, 3])])
    assert.deepEqual(unpaired(longer, 5), [1, 4])
    assert.ok(!isSamePairs(joined, longer))
  })

  it('separates a chapter from those it was joined to', () => {
    const joined = [pairOf([0, 2], [0, 1]), pairOf([3, 3], [2, 2])]

    const [first, middle, last] = [0, 1, 2].map((chapter) => pairChapter(joined, chapter, undefined).pairs[0]!.ebook)

    assert.deepEqual([first, middle, last], [range(1, 2), range(0, 0), range(0, 1)])
    assert.deepEqual(pairChapter(joined, 2, 2).pairs, [pairOf([0, 1], [0, 1]), pairOf([2, 3], [2, 2])])
  })

  it('keeps the chapters of a pair when one of them gets a track that the pair has', () => {
    const joined = [pairOf([0, 2], [0, 1])]

    assert.deepEqual(pairChapter(joined, 1, 1), { pairs: joined, removedCount: 0 })
    assert.deepEqual(pairChapter(joined, 0, 1), { pairs: [pairOf([0, 2], [1, 1])], removedCount: 0 })
  })
})

function pairsOf(...pairs: [chapter: number, track: number][]) {
  return pairs.map(([chapter, track]) => pairOf([chapter, chapter], [track, track]))
}

function pairOf(ebook: [number, number], audiobook: [number, number]) {
  return { ebook: range(...ebook), audiobook: range(...audiobook) }
}

function range(first: number, last: number) {
  return { first, last }
}
