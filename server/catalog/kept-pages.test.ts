import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { KeptPages } from './kept-pages.ts'

const page = (kilobytes: number) => ({ body: Buffer.alloc(kilobytes * 1024), etag: '"x"' })

describe('Pages that are kept', () => {
  it('are found by what was asked for', () => {
    const pages = new KeptPages(100 * 1024)
    const [first, second] = [page(1), page(1)]
    pages.keep('a', first)
    pages.keep('b', second)

    assert.deepEqual([pages.get('a'), pages.get('b'), pages.get('c')], [first, second, undefined])
  })

  it('make way, the oldest first, once they would take too much', () => {
    const pages = new KeptPages(100 * 1024)
    for (const key of ['a', 'b', 'c']) pages.keep(key, page(30))
    // Twice the same, by two who asked at once, is one.
    pages.keep('c', page(30))

    pages.keep('d', page(60))

    assert.deepEqual(
      ['a', 'b', 'c', 'd'].map((key) => pages.get(key) !== undefined),
      [false, false, true, true],
    )
  })

  it('are not a page that is too large to keep', () => {
    const pages = new KeptPages(100 * 1024)
    pages.keep('a', page(200))

    pages.keep('b', page(50))

    assert.deepEqual([pages.get('a'), pages.get('b') !== undefined], [undefined, true])
  })
})
