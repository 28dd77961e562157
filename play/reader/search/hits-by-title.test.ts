import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { BookHit, BookHits } from '@estante/contract/play/book-search.ts'
import { hitsByTitle } from './hits-by-title.ts'

describe('the results of a search in a book', () => {
  it('are grouped by chapter, with the total of each', () => {
    const found = { ...hits(9, [2, 2, 5]), chapters: [chapter(2, 2), chapter(5, 4), chapter(7, 3)] }

    const groups = hitsByTitle(found, (hit) => `Capítulo ${hit.chapter}`)

    assert.deepEqual(
      groups.map((group) => [group.title, group.count, group.hits.length]),
      [
        ['Capítulo 2', 2, 2],
        ['Capítulo 5', 4, 1],
      ],
    )
  })

  it('are grouped by entry of the contents where a book is one file', () => {
    const found = { ...hits(7, [0, 0, 0, 0]), chapters: [chapter(0, 7)], nextCursor: 'more' }
    const titleOf = ({ letter }: BookHit) => (letter < 3 ? 'I' : 'II')

    const counts = hitsByTitle(found, titleOf).map(({ title, count }) => [title, count])
    const atLast = hitsByTitle({ ...found, nextCursor: null }, titleOf).map(({ title, count }) => [title, count])

    assert.deepEqual(counts, [
      ['I', 3],
      ['II', undefined],
    ])
    assert.deepEqual(atLast.at(-1), ['II', 1])
  })
})

function hits(total: number, ofChapters: number[] = []): BookHits {
  const items = ofChapters.map(
    (chapter, letter): BookHit => ({
      chapter,
      letter,
      letters: 4,
      locator: { href: `c${chapter}.xhtml`, locations: {} },
    }),
  )
  return { isIndexed: true, isFuzzy: false, total, chapters: [], items, nextCursor: null }
}

const chapter = (index: number, count: number) => ({ chapter: index, title: `Capítulo ${index}`, hits: count })
