import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PublicationCard, PublicationPage } from '@estante/contract/play/publications.ts'
import { UnreachableError } from '../session/answer.ts'
import { createPublicationList } from './publication-list.ts'

function title(id: string): PublicationCard {
  const cover = { url: '', srcset: '', ratio: 1, color: '#000000' }
  return { id, type: 'ebook', title: id, author: '', cover, saved: false, progress: null }
}

/** A catalog that answers when the test says so, in any order. */
function openCatalog() {
  const asked: { path: string; settle: (page: PublicationPage) => void; fail: (problem: unknown) => void }[] = []
  const list = createPublicationList((path) => new Promise((settle, fail) => asked.push({ path, settle, fail })))
  return { list, asked }
}

describe('a list of titles', () => {
  it('shows the last search, even when an earlier one answers after it', async () => {
    const { list, asked } = openCatalog()

    const first = list.search({ q: 'ma', type: 'all' })
    const second = list.search({ q: 'mar', type: 'ebook' })
    asked[1]?.settle({ items: [title('mar')], nextCursor: null })
    asked[0]?.settle({ items: [title('ma')], nextCursor: null })
    await Promise.all([first, second])

    assert.equal(asked[1]?.path, '/play/v1/publications?q=mar&type=ebook')
    assert.deepEqual(list.items.value, [title('mar')])
    assert.equal(list.isLoading.value, false)
  })

  it('grows page by page until there is no more', async () => {
    const { list, asked } = openCatalog()
    const first = list.search({ q: '', type: 'all' })
    asked[0]?.settle({ items: [title('a')], nextCursor: 'c1' })
    await first

    const more = list.more()
    asked[1]?.settle({ items: [title('b')], nextCursor: null })
    await more

    assert.equal(asked[1]?.path, '/play/v1/publications?cursor=c1')
    assert.deepEqual(list.items.value, [title('a'), title('b')])
    assert.equal(list.hasMore.value, false)
  })

  it('asks for the same page again after it failed, and keeps what it had', async () => {
    const { list, asked } = openCatalog()
    const first = list.search({ q: '', type: 'all' })
    asked[0]?.settle({ items: [title('a')], nextCursor: 'c1' })
    await first
    const more = list.more()
    asked[1]?.fail(new UnreachableError('lost'))
    await more
    assert.equal(list.problem.value, 'unreachable')

    const again = list.retry()
    asked[2]?.settle({ items: [title('b')], nextCursor: null })
    await again

    assert.equal(asked[2]?.path, asked[1]?.path)
    assert.deepEqual(list.items.value, [title('a'), title('b')])
    assert.equal(list.problem.value, undefined)
  })

  it('never passes the titles of an earlier search for those of one that failed', async () => {
    const { list, asked } = openCatalog()
    const first = list.search({ q: '', type: 'all' })
    asked[0]?.settle({ items: [title('a')], nextCursor: null })
    await first

    const second = list.search({ q: 'vento', type: 'all' })
    asked[1]?.fail(new UnreachableError('lost'))
    await second

    assert.equal(list.items.value, undefined)
    assert.equal(list.problem.value, 'unreachable')
  })
})
