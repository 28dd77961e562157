import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { moveBefore, stepOf } from './move-before.ts'

const items = ['a', 'b', 'c'].map((id) => ({ id }))

describe('moveBefore', () => {
  it('moves a title one step up or down, and appends a new one', () => {
    const after = (id: string, step: -1 | 1) =>
      moveBefore(items, { id }, stepOf(items, id, step))
        .map((one) => one.id)
        .join('')

    assert.deepEqual([after('b', -1), after('b', 1), after('a', 1), after('c', -1)], ['bac', 'acb', 'bac', 'acb'])
    assert.deepEqual(moveBefore(items, { id: 'd' }).at(-1), { id: 'd' })
  })
})
