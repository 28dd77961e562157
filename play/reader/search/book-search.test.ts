import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { BookHit, BookHits } from '@estante/contract/play/book-search.ts'
import { createBookSearch, hitsByTitle } from './book-search.ts'

describe('a search in a book', () => {
  it('sends one request when typing pauses', async (t) => {
    const { search, requests, answer } = searching(t)

    for (const query of ['c', 'ca', 'cas', 'casa ']) search.type(query)
    t.mock.timers.tick(300)
    await answer(hits(1))

    assert.deepEqual(requests, ['casa'])
    assert.deepEqual([search.found.value?.query, search.found.value?.total], ['casa', 1])
    assert.equal(search.isSearching.value, false)
  })

  it('shows the answer to the last query, though an earlier one’s arrives later', async (t) => {
    const { search, answer } = searching(t)
    search.type('casa')
    t.mock.timers.tick(300)
    search.type('casaca')
    t.mock.timers.tick(300)

    await answer(hits(2), 1)
    await answer(hits(9), 0)

    assert.deepEqual([search.found.value?.query, search.found.value?.total], ['casaca', 2])
  })

  it('is cleared with the field, also while a search is in progress', async (t) => {
    const { search, answer } = searching(t)
    search.type('casa')
    t.mock.timers.tick(300)

    search.type('')
    await answer(hits(3))

    assert.equal(search.found.value, undefined)
    assert.equal(search.isSearching.value, false)
  })

  it('reports why it failed, and retries on request', async (t) => {
    const { search, answer, fail } = searching(t)
    search.type('casa')
    t.mock.timers.tick(300)
    await fail()
    const problem = search.problem.value

    void search.search()
    await answer(hits(1), 1)

    assert.equal(problem, 'failed')
    assert.equal(search.problem.value, undefined)
    assert.equal(search.found.value?.total, 1)
  })

  it('appends a page, and keeps the others when it fails', async (t) => {
    const { search, requests, answer, fail } = searching(t)
    search.type('casa')
    t.mock.timers.tick(300)
    await answer({ ...hits(3, [0, 0]), nextCursor: 'second' })

    void search.loadMore()
    await fail(1)
    const afterFailing = [search.more.value, search.found.value?.items.length]
    void search.loadMore()
    await answer({ ...hits(3, [1]), nextCursor: null }, 2)

    assert.deepEqual(afterFailing, ['failed', 2])
    assert.deepEqual(requests, ['casa', 'casa second', 'casa second'])
    assert.equal(search.found.value?.items.length, 3)
    assert.equal(search.found.value?.nextCursor, null)
  })
})

describe('the results', () => {
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

function searching(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const requests: string[] = []
  const questions: PromiseWithResolvers<BookHits>[] = []
  const search = createBookSearch((query, cursor) => {
    requests.push([query, cursor].filter(Boolean).join(' '))
    const question = Promise.withResolvers<BookHits>()
    questions.push(question)
    return question.promise
  })
  const settled = () => new Promise<void>((done) => setImmediate(done))
  return {
    search,
    requests,
    answer(found: BookHits, index = 0) {
      questions[index]!.resolve(found)
      return settled()
    },
    fail(index = 0) {
      questions[index]!.reject(new Error('500'))
      return settled()
    },
  }
}

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
