import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createPages } from './pages.ts'

/** A list of the service: two numbers a page, from a list that may change. */
function listOf(numbers: number[]) {
  const asked: (string | undefined)[] = []
  const ask = async (cursor: string | undefined) => {
    asked.push(cursor)
    const from = Number(cursor ?? 0)
    return { items: numbers.slice(from, from + 2), nextCursor: from + 2 < numbers.length ? String(from + 2) : null }
  }
  return { asked, ask }
}

describe('a list in pages', () => {
  it('shows the first, then the next after it, until there is none', async () => {
    const { ask } = listOf([1, 2, 3, 4, 5])
    const pages = createPages(ask)

    await pages.load()
    assert.deepEqual(pages.data.value, { items: [1, 2], nextCursor: '2' })
    await pages.loadMore()
    await pages.loadMore()
    await pages.loadMore()

    assert.deepEqual(pages.data.value, { items: [1, 2, 3, 4, 5], nextCursor: null })
  })

  it('asks anew for as many as were shown', async () => {
    const numbers = [1, 2, 3, 4, 5, 6]
    const { ask } = listOf(numbers)
    const pages = createPages(ask)
    await pages.load()
    await pages.loadMore()

    numbers.unshift(0)
    await pages.load()

    assert.deepEqual(pages.data.value, { items: [0, 1, 2, 3], nextCursor: '4' })
  })

  it('says that more did not come, keeps what it has, and may be asked again', async () => {
    const { ask } = listOf([1, 2, 3])
    let isDown = false
    const pages = createPages(async (cursor) => {
      if (isDown) throw new Error('down')
      return ask(cursor)
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
