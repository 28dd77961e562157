import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFeed, type FeedPage, type FeedQuery, MAX_ITEMS } from './feed.ts'

interface Entry {
  id: string
  note?: string
}

const page = (ids: string[], rest: Partial<FeedPage<Entry>> = {}): FeedPage<Entry> => ({
  items: ids.map((id) => ({ id })),
  nextCursor: null,
  searchedUntil: null,
  ...rest,
})

/** A feed with the test's answers, which records its requests. */
function answered(answers: FeedPage<Entry>[], options = {}) {
  const queries: FeedQuery[] = []
  const feed = createFeed<Entry>(async (where) => {
    queries.push(where)
    const next = answers.shift()
    if (!next) throw new Error('no answer')
    return next
  }, options)
  const ids = () => feed.data.value?.items.map(({ id }) => id)
  return { feed, queries, ids }
}

const reading = () => true
const notReading = () => false

describe('a feed', () => {
  it('continues from the end of the last page', async () => {
    const { feed, queries, ids } = answered([page(['9', '8'], { nextCursor: 'c' }), page(['7'])])

    await feed.load()
    await feed.loadMore()
    await feed.loadMore()

    assert.deepEqual(ids(), ['9', '8', '7'])
    assert.deepEqual(queries, [{}, { cursor: 'c' }])
  })

  it('continues a search with few matches, and says how far it went', async () => {
    const { feed, queries, ids } = answered([
      page([], { nextCursor: 'a', searchedUntil: 'ontem' }),
      page(['5'], { nextCursor: 'b', searchedUntil: 'anteontem' }),
      page(['4']),
    ])

    await feed.load()

    assert.deepEqual(ids(), ['5', '4'])
    assert.deepEqual(queries, [{}, { cursor: 'a' }, { cursor: 'b' }])
    assert.equal(feed.data.value?.searchedUntil, null)
  })

  it('pauses a long search until it is resumed', async () => {
    const nothing = Array.from({ length: 13 }, (_, count) =>
      page([], { nextCursor: `c${count}`, searchedUntil: `dia ${count}` }),
    )
    const { feed, queries } = answered([...nothing, page(['1'])])

    await feed.load()
    const first = [queries.length, feed.data.value?.searchedUntil]
    await feed.loadMore()

    assert.deepEqual(first, [12, 'dia 11'])
    assert.deepEqual(
      feed.data.value?.items.map(({ id }) => id),
      ['1'],
    )
  })

  it('shows new items at once, in order, without duplicates', async () => {
    const { feed, queries, ids } = answered([page(['5', '3']), page(['7', '5', '4'])])
    await feed.load()

    await feed.listen(notReading)

    assert.deepEqual(ids(), ['7', '5', '4', '3'])
    assert.deepEqual(queries.at(-1), { after: '5' })
    assert.equal(feed.arrived.value, 2)
  })

  it('does not count items of a further page as new', async () => {
    const answers = [page(['5', '4'], { nextCursor: 'c' }), page(['6', '5', '4', '3', '2'])]
    const { feed, ids } = answered(answers)
    await feed.load()

    await feed.listen(notReading)

    assert.deepEqual([ids(), feed.arrived.value], [['6', '5', '4'], 1])
  })

  it('holds new items back while the list is being read, until they are requested', async () => {
    const { feed, ids } = answered([page(['5', '3']), page(['7', '5']), page(['8', '7', '5'])])
    await feed.load()

    await feed.listen(reading)
    await feed.listen(reading)
    const before = ids()
    feed.showNews()

    assert.deepEqual(
      [before, ids()],
      [
        ['5', '3'],
        ['8', '7', '5', '3'],
      ],
    )
    assert.deepEqual(feed.news.value, [])
  })

  it('keeps new items that arrive while a further page is loading', async () => {
    const { feed, ids } = answered([page(['8', '7'], { nextCursor: 'c' }), page(['9', '8']), page(['6'])])
    await feed.load()

    await Promise.all([feed.listen(notReading), feed.loadMore()])

    assert.deepEqual(ids(), ['9', '8', '7', '6'])
  })

  it('drops a further page of a list that has started over', async () => {
    const many = page(['99', '98'], { nextCursor: 'd' })
    const { feed, ids } = answered([page(['2', '1'], { nextCursor: 'c' }), many, page(['0'])])
    await feed.load()

    await Promise.all([feed.listen(notReading), feed.loadMore()])

    assert.deepEqual([ids(), feed.data.value?.nextCursor], [['99', '98'], 'd'])
  })

  it('updates items with new details', async () => {
    const { feed } = answered([page(['5']), { ...page([]), items: [{ id: '5', note: 'mais 3' }] }])
    await feed.load()

    await feed.listen(reading)

    assert.deepEqual(feed.data.value?.items, [{ id: '5', note: 'mais 3' }])
  })

  it('starts over when more arrived than an answer holds', async () => {
    const { feed, ids } = answered([page(['2', '1']), page(['99', '98'], { nextCursor: 'c' })])
    await feed.load()

    await feed.listen(notReading)

    assert.deepEqual([ids(), feed.data.value?.nextCursor], [['99', '98'], 'c'])
  })

  it('does not start over while the list is being read, until new items are requested', async () => {
    const many = () => page(['99', '98'], { nextCursor: 'c' })
    const { feed, queries, ids } = answered([page(['2', '1']), many(), many()])
    await feed.load()

    await feed.listen(reading)
    const before = [ids(), feed.hasManyNews.value]
    feed.showNews()
    await new Promise(setImmediate)

    assert.deepEqual(before, [['2', '1'], true])
    assert.deepEqual([ids(), feed.hasManyNews.value], [['99', '98'], false])
    assert.deepEqual(queries.at(-1), {})
  })

  it('starts over rather than grow without end, once it is not being read', async () => {
    const many = Array.from({ length: MAX_ITEMS }, (_, index) => String(9000 - index))
    const { feed, queries, ids } = answered([page(many), page(['9001']), page(['9001']), page(['9001', '9000'])])
    await feed.load()

    await feed.listen(reading)
    const before = [ids()?.length, feed.news.value.length, feed.hasManyNews.value, feed.arrived.value]
    await feed.listen(notReading)
    await new Promise(setImmediate)

    assert.deepEqual(before, [MAX_ITEMS, 0, true, 0])
    assert.deepEqual([ids(), feed.hasManyNews.value, feed.arrived.value], [['9001', '9000'], false, 1])
    assert.deepEqual(queries.at(-1), {})
  })

  it('removes items that left the list, where each poll returns the whole first page', async () => {
    const answers = [page(['5', '4', '3'], { nextCursor: 'c' }), page(['6', '4'], { nextCursor: 'd' })]
    const { feed, queries, ids } = answered(answers, { isSnapshot: true })
    await feed.load()

    await feed.listen(notReading)

    assert.deepEqual(ids(), ['6', '4', '3'])
    assert.deepEqual(queries.at(-1), {})
  })

  it('keeps its items after a failure, and says so', async () => {
    const { feed, ids } = answered([page(['5'], { nextCursor: 'c' })])
    await feed.load()

    await feed.loadMore()
    await feed.listen(notReading)

    assert.deepEqual([ids(), feed.hasMoreFailed.value, feed.problem.value], [['5'], true, 'failed'])
  })
})
