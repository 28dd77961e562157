import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type KeysetSection, keysetPage, twoWayPage } from './keyset-pagination.ts'

const context = { signingKey: 'a key of the test' }

/** A section with these keys, read as a database would. */
function partOf(keys: string[]): KeysetSection<string> {
  return {
    async read(direction, key, limit) {
      const inOrder = direction === 'after' ? keys : keys.toReversed()
      const rest = inOrder.filter((one) => key === undefined || (direction === 'after' ? one > key : one < key))
      return rest.slice(0, limit)
    },
    keyOf: (row) => row,
  }
}

it('A list of any sections can be paged to its end and back', async () => {
  for (const counts of [[0], [3], [7, 0], [0, 7], [4, 3, 6], [1, 1, 1, 1], [6, 6]]) {
    const parts = counts.map((count, part) =>
      partOf(Array.from({ length: count }, (_, index) => `${part}-${String(index).padStart(2, '0')}`)),
    )
    const all = counts.flatMap((count, part) =>
      Array.from({ length: count }, (_, index) => `${part}-${String(index).padStart(2, '0')}`),
    )

    const pageFrom = (cursor?: string) => twoWayPage(context, 'members', cursor, parts, 3)
    const there = [await pageFrom()]
    for (let page = there[0]!; page.nextCursor; there.push(page)) page = await pageFrom(page.nextCursor)
    const back = [there.at(-1)!]
    for (let page = back[0]!; page.previousCursor; back.push(page)) page = await pageFrom(page.previousCursor)

    assert.deepEqual(
      there.flatMap(({ items }) => items),
      all,
    )
    assert.deepEqual(back[back.length - 1]?.items, all.slice(0, 3), 'the way back ends with a full first page')
    assert.equal(back.at(-1)?.previousCursor, null)
    assert.equal(there[0]?.previousCursor, null)
    assert.deepEqual([...new Set(back.flatMap(({ items }) => items))].sort(), all)
  }
})

it('A list is paged once from start to end, and refuses a cursor of another list', async () => {
  for (const count of [0, 3, 6, 7]) {
    const keys = Array.from({ length: count }, (_, index) => String(index))
    const pageFrom = (list: 'log' | 'audit', cursor?: string) =>
      keysetPage(context, list, cursor, {
        size: 3,
        read: async (from, limit) => keys.filter((key) => from === undefined || key > from).slice(0, limit),
        keyOf: (key) => key,
      })

    const pages = [await pageFrom('log')]
    for (let page = pages[0]!; page.nextCursor; pages.push(page)) page = await pageFrom('log', page.nextCursor)

    assert.deepEqual(
      pages.map(({ items }) => items),
      count === 0
        ? [[]]
        : Array.from({ length: Math.ceil(count / 3) }, (_, page) => keys.slice(page * 3, page * 3 + 3)),
    )
    const { nextCursor } = pages[0]!
    if (nextCursor) await assert.rejects(pageFrom('audit', nextCursor), { code: 'VALIDATION' })
  }
})
