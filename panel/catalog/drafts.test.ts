import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { changeDrafts } from './drafts.ts'

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
