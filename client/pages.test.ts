import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UnreachableError } from './answer.ts'
import { createFilteredPages, createPages } from './pages.ts'

/** A list of the service, in pages of two numbers, which may change. */
function listOf(numbers: number[]) {
  const cursors: (string | undefined)[] = []
  const request = async (cursor: string | undefined) => {
    cursors.push(cursor)
    const from = Number(cursor ?? 0)
    return { items: numbers.slice(from, from + 2), nextCursor: from + 2 < numbers.length ? String(from + 2) : null }
  }
  return { cursors, request }
}

describe('createPages', () => {
  it('appends pages until the last', async () => {
    const { request } = listOf([1, 2, 3, 4, 5])
    const pages = createPages(request)

    await pages.load()
    assert.deepEqual(pages.data.value, { items: [1, 2], nextCursor: '2' })
    await pages.loadMore()
    await pages.loadMore()
    await pages.loadMore()

    assert.deepEqual(pages.data.value, { items: [1, 2, 3, 4, 5], nextCursor: null })
  })

  it('keeps the other fields of the first page', async () => {
    const { request } = listOf([1, 2, 3])
    const pages = createPages(async (cursor) => ({ ...(await request(cursor)), page: cursor ?? 'first' }))

    await pages.load()
    await pages.loadMore()

    assert.deepEqual(pages.data.value, { items: [1, 2, 3], nextCursor: null, page: 'first' })
  })

  it('reloads as many pages as were loaded', async () => {
    const numbers = [1, 2, 3, 4, 5, 6]
    const { request } = listOf(numbers)
    const pages = createPages(request)
    await pages.load()
    await pages.loadMore()

    numbers.unshift(0)
    await pages.load()

    assert.deepEqual(pages.data.value, { items: [0, 1, 2, 3], nextCursor: '4' })
  })

  it('shows a reload that is answered before the next page, and then both', async () => {
    const numbers = [1, 2, 3, 4]
    const { request } = listOf(numbers)
    const arrival = Promise.withResolvers<void>()
    let isSlow = true
    const pages = createPages(async (cursor) => {
      const page = await request(cursor)
      if (cursor !== undefined && isSlow) await arrival.promise
      return page
    })
    await pages.load()
    const more = pages.loadMore()
    numbers.unshift(0)
    await pages.load()

    isSlow = false
    arrival.resolve()
    await more

    assert.deepEqual(pages.data.value, { items: [0, 1, 2, 3], nextCursor: '4' })
  })

  it('keeps its items when the next page fails, which may be retried', async () => {
    const { request } = listOf([1, 2, 3])
    let isDown = false
    const pages = createPages(async (cursor) => {
      if (isDown) throw new Error('down')
      return request(cursor)
    })
    await pages.load()
    isDown = true

    await pages.loadMore()

    assert.equal(pages.hasMoreFailed.value, true)
    assert.deepEqual(pages.data.value?.items, [1, 2])
    isDown = false
    await pages.loadMore()
    assert.equal(pages.hasMoreFailed.value, false)
    assert.deepEqual(pages.data.value?.items, [1, 2, 3])
  })
})

describe('createFilteredPages', () => {
  it('restores the last list, and starts a new one for other filters', async () => {
    const queries: object[] = []
    const pagesOf = createFilteredPages(async (query: { state: string; cursor?: string }) => {
      queries.push(query)
      return { items: [query.state], nextCursor: query.cursor === undefined ? 'c' : null }
    })
    const first = pagesOf({ state: 'draft' })
    await first.load()
    await first.loadMore()

    const again = pagesOf({ state: 'draft' })
    const other = pagesOf({ state: 'ended' })
    const anew = pagesOf({ state: 'draft' })

    assert.equal(again, first)
    assert.deepEqual(again.data.value?.items, ['draft', 'draft'])
    assert.deepEqual([other.data.value, anew.data.value], [undefined, undefined])
    assert.deepEqual(queries, [{ state: 'draft' }, { state: 'draft', cursor: 'c' }])
  })

  it('never shows another search’s items after a failure', async () => {
    const pagesOf = createFilteredPages(async ({ q }: { q: string; cursor?: string }) => {
      if (q === 'vento') throw new UnreachableError('lost')
      return { items: [q], nextCursor: null }
    })
    await pagesOf({ q: 'mar' }).load()

    const failed = pagesOf({ q: 'vento' })
    await failed.load()

    assert.equal(failed.data.value, undefined)
    assert.equal(failed.problem.value, 'unreachable')
  })
})
