import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFilteredPages } from './filtered-pages.ts'

describe('a list under filters', () => {
  it('is the one that was left, until others are asked for', async () => {
    const asked: object[] = []
    const pagesOf = createFilteredPages(async (query: { state: string; cursor?: string }) => {
      asked.push(query)
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
    assert.deepEqual(asked, [{ state: 'draft' }, { state: 'draft', cursor: 'c' }])
  })
})
