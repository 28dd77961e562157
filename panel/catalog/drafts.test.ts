import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createPages } from '@estante/client/pages.ts'
import { changeDrafts, hasRest, loadRest } from './drafts.ts'

const drafts = Array.from({ length: 25 }, (_, number) => ({ id: `pub_${number}` }))
const accept = (ids: string[]) => ({ items: ids.map((id) => ({ id, refusal: null })) })

describe('A change of many drafts', () => {
  it('is sent in batches, and names the refused drafts', async () => {
    const sent: number[] = []
    const progress: number[] = []
    const send = async (ids: string[]) => {
      sent.push(ids.length)
      return { items: ids.map((id) => ({ id, refusal: id === 'pub_12' ? ('changed' as const) : null })) }
    }

    const left = await changeDrafts(drafts, send, new AbortController().signal, (answered) => progress.push(answered))

    assert.deepEqual(sent, [10, 10, 5])
    assert.deepEqual(progress, [10, 20, 25])
    assert.deepEqual(left, [{ draft: drafts[12], reason: 'changed' }])
  })

  it('ends at a batch without an answer, and leaves the rest', async () => {
    let calls = 0
    const send = async (ids: string[]) => {
      calls += 1
      if (calls === 2) throw new Error('no answer')
      return accept(ids)
    }

    const left = await changeDrafts(drafts, send, new AbortController().signal, () => {})

    assert.equal(calls, 2)
    assert.deepEqual(
      left,
      drafts.slice(10).map((draft) => ({ draft, reason: 'unanswered' })),
    )
  })

  it('ends after the batch during which it is stopped', async () => {
    const stopping = new AbortController()
    const send = async (ids: string[]) => {
      stopping.abort()
      return accept(ids)
    }

    const left = await changeDrafts(drafts, send, stopping.signal, () => {})

    assert.deepEqual(
      left,
      drafts.slice(10).map((draft) => ({ draft, reason: 'stopped' })),
    )
  })
})

describe('The rest of a list of drafts', () => {
  it('is loaded page by page, up to a thousand titles', async () => {
    const short = await loaded({ pages: 3 })
    const long = await loaded({ pages: 30 })

    await loadRest(short)
    await loadRest(long)

    assert.deepEqual([short.data.value?.items.length, long.data.value?.items.length], [150, 1000])
    assert.deepEqual([hasRest(short), hasRest(long)], [false, false])
  })

  it('ends at a page that fails', async () => {
    const pages = await loaded({ pages: 5, failing: 3 })

    await loadRest(pages)

    assert.deepEqual([pages.data.value?.items.length, pages.hasMoreFailed.value], [150, true])
  })
})

/** A list with its first page loaded, of 50 items each. */
async function loaded({ pages, failing }: { pages: number; failing?: number }) {
  const list = createPages(async (cursor = '0') => {
    const page = Number(cursor)
    if (page === failing) throw new Error('no answer')
    return { items: Array.from({ length: 50 }), nextCursor: page + 1 < pages ? `${page + 1}` : null }
  })
  await list.load()
  return list
}
