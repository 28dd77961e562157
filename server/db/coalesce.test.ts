import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { coalesce } from './coalesce.ts'

describe('coalesced reads', () => {
  it('share one read for calls of the same turn, begun after the last of them', async () => {
    let state = 'before'
    let readings = 0
    const ask = coalesce(async () => {
      readings++
      return state
    })

    const first = ask()
    await Promise.resolve()
    state = 'after'
    const answers = await Promise.all([first, ask(), ask()])

    assert.deepEqual([answers, readings], [['after', 'after', 'after'], 1])
  })

  it('read again for a call that comes during a read', async () => {
    const { promise: slow, resolve } = Promise.withResolvers<number>()
    const readings = [slow, Promise.resolve(2)]
    const ask = coalesce(async () => readings.shift())
    const first = ask()
    await new Promise((done) => setImmediate(done))

    const second = await ask()
    resolve(1)

    assert.deepEqual([await first, second], [1, 2])
  })

  it('fail for the calls that share a failed read, and for none after them', async () => {
    let failures = 1
    const ask = coalesce(async () => {
      if (failures-- > 0) throw new Error('gone')
      return 'read'
    })

    const [first, second] = await Promise.allSettled([ask(), ask()])

    assert.deepEqual([first.status, second.status], ['rejected', 'rejected'])
    assert.equal(await ask(), 'read')
  })
})
