import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ChapterPair, ChapterPairs } from '@estante/contract/panel/chapter-pairs.ts'
import { nextGap, rowsOf } from './pair-rows.ts'

/** Chapters 1 and 2 are track 1, chapter 3 is tracks 3 and 4. */
const PAIRS = [pair([1, 2], [1, 1]), pair([3, 3], [3, 4])]

describe('the rows of a title’s chapters and tracks', () => {
  for (const { promise, pairs, chapters, tracks, rows } of [
    {
      promise: 'have every chapter in order, and no track that is in a pair',
      pairs: [pair([0, 0], [0, 0]), pair([1, 2], [1, 2])],
      chapters: 3,
      tracks: 3,
      rows: ['chapter 0 in pair 0', 'chapter 1 in pair 1', 'chapter 2 in pair 1'],
    },
    {
      promise: 'have a track without a chapter after the pair that it follows, or first',
      pairs: PAIRS,
      chapters: 5,
      tracks: 6,
      rows: [
        'track 0',
        'chapter 0',
        'chapter 1 in pair 0',
        'chapter 2 in pair 0',
        'track 2 after pair 0',
        'chapter 3 in pair 1',
        'track 5 after pair 1',
        'chapter 4',
      ],
    },
    {
      promise: 'have all tracks last when there is no pair',
      pairs: [],
      chapters: 1,
      tracks: 2,
      rows: ['chapter 0', 'track 0', 'track 1'],
    },
  ]) {
    it(promise, () => {
      assert.deepEqual(describeRows(pairs, chapters, tracks), rows)
    })
  }
})

describe('the next gap', () => {
  for (const { promise, last, gap } of [
    { promise: 'is at first the first one', last: undefined, gap: 0 },
    { promise: 'is a chapter in no pair', last: 3, gap: 4 },
    { promise: 'is the chapter before a track in no pair', last: 0, gap: 2 },
    { promise: 'is the first one again after the last one', last: 4, gap: 0 },
  ]) {
    it(promise, () => {
      assert.equal(nextGap(rowsOf(PAIRS, forms(5, 6)), last), gap)
    })
  }

  it('is missing when every chapter and track is in a pair', () => {
    assert.equal(nextGap(rowsOf([pair([0, 4], [0, 5])], forms(5, 6))), undefined)
  })
})

function describeRows(pairs: ChapterPair[], chapters: number, tracks: number): string[] {
  return rowsOf(pairs, forms(chapters, tracks)).map(({ chapter, track, pair }) => {
    const [part, relation] = chapter === undefined ? [`track ${track}`, 'after'] : [`chapter ${chapter}`, 'in']
    return pair ? `${part} ${relation} pair ${pairs.indexOf(pair)}` : part
  })
}

function pair([first, last]: [number, number], [firstTrack, lastTrack]: [number, number]): ChapterPair {
  return { ebook: { first, last }, audiobook: { first: firstTrack, last: lastTrack } }
}

function forms(chapters: number, tracks: number) {
  const form = (count: number) => ({ id: '', revision: 1, parts: Array(count).fill({ title: '', size: 1 }) })
  return { ebook: form(chapters), audiobook: form(tracks) } as ChapterPairs
}
