import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  fromCursorText,
  type KeysetPage,
  type KeysetSection,
  readKeysetPage,
  toCursorText,
} from './keyset-pagination.ts'

/** A part that holds these keys, as a database would give them. */
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

it('A list is read to its end and back again, page by page, whatever parts it has', async () => {
  for (const counts of [[0], [3], [7, 0], [0, 7], [4, 3, 6], [1, 1, 1, 1], [6, 6]]) {
    const parts = counts.map((count, part) =>
      partOf(Array.from({ length: count }, (_, index) => `${part}-${String(index).padStart(2, '0')}`)),
    )
    const all = counts.flatMap((count, part) =>
      Array.from({ length: count }, (_, index) => `${part}-${String(index).padStart(2, '0')}`),
    )

    const there: KeysetPage<string>[] = [await readKeysetPage(parts, undefined, 3)]
    for (let page = there[0]!; page.next; there.push(page)) {
      page = await readKeysetPage(parts, fromCursorText(toCursorText(page.next)), 3)
    }
    const back: KeysetPage<string>[] = [there.at(-1)!]
    for (let page = back[0]!; page.previous; back.push(page)) {
      page = await readKeysetPage(parts, fromCursorText(toCursorText(page.previous)), 3)
    }

    assert.deepEqual(
      there.flatMap(({ rows }) => rows),
      all,
    )
    assert.deepEqual(back[back.length - 1]?.rows, all.slice(0, 3), 'the way back ends with a full first page')
    assert.equal(back.at(-1)?.previous, undefined)
    assert.equal(there[0]?.previous, undefined)
    assert.deepEqual([...new Set(back.flatMap(({ rows }) => rows))].sort(), all)
  }
})
