import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { endAtTrack, findUnpaired, isSamePairs, pairChapter, sideEffects, WITH_PREVIOUS } from './pair-chapters.ts'

const pairs = pairsOf([1, 0], [2, 1], [3, 2])

describe('pairing chapters by hand', () => {
  it('keeps the order of both forms: crossing pairs are removed', () => {
    const moved = pairChapter(pairs, 3, 0)
    const crossed = pairChapter(pairsOf([0, 0], [1, 2], [2, 3]), 3, 1)

    assert.deepEqual(moved, [pairOf([1, 3], [0, 0])])
    assert.deepEqual(crossed, pairsOf([0, 0], [3, 1]))
  })

  it('lets a chapter have no track, and says which tracks have no chapter', () => {
    const next = pairChapter(pairs, 2, undefined)

    assert.deepEqual(next, pairsOf([1, 0], [3, 2]))
    assert.deepEqual(findUnpaired(next, 4), [1, 3])
    assert.ok(isSamePairs(pairs, pairsOf([1, 0], [2, 1], [3, 2])) && !isSamePairs(pairs, next))
  })

  it('joins chapters to a track, with those between them, and tracks to a chapter', () => {
    const joined = pairChapter(pairs, 2, WITH_PREVIOUS)
    const across = pairChapter(pairsOf([0, 0]), 2, 0)
    const longer = endAtTrack(joined, joined[1]!, 3)

    assert.deepEqual(joined, [pairOf([1, 2], [0, 0]), pairOf([3, 3], [2, 2])])
    assert.deepEqual(across, [pairOf([0, 2], [0, 0])])
    assert.deepEqual(longer, [pairOf([1, 2], [0, 0]), pairOf([3, 3], [2, 3])])
    assert.deepEqual(pairChapter(longer, 4, WITH_PREVIOUS)[1], pairOf([3, 4], [2, 3]))
    assert.deepEqual(findUnpaired(longer, 5), [1, 4])
    assert.ok(!isSamePairs(joined, longer))
  })

  it('separates a chapter from those it was joined to', () => {
    const joined = [pairOf([0, 2], [0, 1]), pairOf([3, 3], [2, 2])]

    const [first, middle, last] = [0, 1, 2].map((chapter) => pairChapter(joined, chapter, undefined)[0]!.ebook)

    assert.deepEqual([first, middle, last], [range(1, 2), range(0, 0), range(0, 1)])
    assert.deepEqual(pairChapter(joined, 2, 2), [pairOf([0, 1], [0, 1]), pairOf([2, 3], [2, 2])])
  })

  it('divides a pair where one of its later chapters, or the chapter after it, begins at a later track of it', () => {
    const joined = [pairOf([0, 3], [0, 2])]

    assert.deepEqual(pairChapter(joined, 1, 1), [pairOf([0, 0], [0, 0]), pairOf([1, 3], [1, 2])])
    assert.deepEqual(pairChapter(joined, 4, 2), [pairOf([0, 3], [0, 1]), pairOf([4, 4], [2, 2])])
    assert.deepEqual(pairChapter(joined, 0, 1), [pairOf([0, 3], [1, 2])])
    // It shares this one already.
    assert.deepEqual(pairChapter(joined, 1, 0), joined)
  })

  it('begins a pair at the chosen track, also when a later chapter begins before it', () => {
    const later = [pairOf([2, 2], [1, 3])]

    assert.deepEqual(pairChapter(later, 1, 2), [pairOf([1, 2], [2, 3])])
    assert.deepEqual(pairChapter(later, 0, 1), [pairOf([0, 2], [1, 3])])
  })

  it('moves the joined chapters along with one that gets a later track, and leaves them when it gets an earlier one', () => {
    const joined = [pairOf([0, 0], [0, 0]), pairOf([2, 4], [3, 3])]

    assert.deepEqual(pairChapter(joined, 3, 4), [
      pairOf([0, 0], [0, 0]),
      pairOf([2, 2], [3, 3]),
      pairOf([3, 4], [4, 4]),
    ])
    assert.deepEqual(pairChapter(joined, 2, 4), [pairOf([0, 0], [0, 0]), pairOf([2, 4], [4, 4])])
    assert.deepEqual(pairChapter(joined, 2, 1), [
      pairOf([0, 0], [0, 0]),
      pairOf([2, 2], [1, 1]),
      pairOf([3, 4], [3, 3]),
    ])
  })

  it('tells which other chapters a choice changes, and which of them have no pair then', () => {
    const joined = [pairOf([0, 3], [0, 0]), pairOf([4, 4], [1, 1])]
    const effectsOf = (chapter: number, track: number | undefined) =>
      sideEffects(joined, pairChapter(joined, chapter, track), chapter)

    assert.deepEqual(effectsOf(1, undefined), { unpaired: [range(2, 3)], moved: [] })
    assert.deepEqual(effectsOf(0, undefined), { unpaired: [], moved: [range(1, 1)] })
    assert.deepEqual(effectsOf(2, 2), { unpaired: [range(4, 4)], moved: [] })
    assert.deepEqual(effectsOf(4, undefined), { unpaired: [], moved: [] })
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
