import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AnswerError } from '@estante/client/answer.ts'
import type { CallDetail } from '@estante/contract/panel/log.ts'
import { findCall } from './find-call.ts'

const ID = '019aabbc-0000-7000-8000-000000000000'
const MADE_AT = 0x019aabbc0000
const found = { id: ID } as CallDetail

/** A service that has the call from a given request on, and counts requests. */
function service(hasItFrom: number) {
  const calls: string[] = []
  const ask = async (id: string) => {
    calls.push(id)
    if (calls.length < hasItFrom) throw new AnswerError(404, 'NOT_FOUND', '', undefined)
    return found
  }
  return { calls, ask, wait: async () => {} }
}

describe('finding a call by its request id', () => {
  it('waits a few seconds for a recent call', async () => {
    const { ask, wait, calls } = service(3)

    assert.equal(await findCall(ID, { ask, wait, now: MADE_AT + 800 }), found)
    assert.equal(calls.length, 3)
  })

  it('gives up after five seconds', async () => {
    const { ask, wait, calls } = service(100)

    assert.equal(await findCall(ID, { ask, wait, now: MADE_AT }), undefined)
    assert.equal(calls.length, 6)
  })

  it('asks once for an old call', async () => {
    const { ask, wait, calls } = service(2)

    assert.equal(await findCall(ID, { ask, wait, now: MADE_AT + 3_600_000 }), undefined)
    assert.equal(calls.length, 1)
  })
})
