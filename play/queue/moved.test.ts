import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { moved, stepOf } from './moved.ts'

const items = ['a', 'b', 'c'].map((id) => ({ id }))

describe('the queue on sight', () => {
  it('takes a title a step up or down, or puts a new one last', () => {
    const after = (id: string, step: -1 | 1) =>
      moved(items, { id }, stepOf(items, id, step))
        .map((one) => one.id)
        .join('')

    assert.deepEqual([after('b', -1), after('b', 1), after('a', 1), after('c', -1)], ['bac', 'acb', 'bac', 'acb'])
    assert.deepEqual(moved(items, { id: 'd' }).at(-1), { id: 'd' })
  })
})
