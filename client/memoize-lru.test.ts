import assert from 'node:assert/strict'
import { it } from 'node:test'
import { memoizeLru } from './memoize-lru.ts'

it('memoizeLru creates a value for each key, and drops the one that was not used for longest', () => {
  const dropped: string[] = []
  let created = 0
  const get = memoizeLru(
    2,
    (key: string) => `${key}${++created}`,
    (value) => dropped.push(value),
  )

  const values = ['a', 'b', 'a', 'c', 'a', 'b'].map(get)

  assert.deepEqual(values, ['a1', 'b2', 'a1', 'c3', 'a1', 'b4'])
  assert.deepEqual(dropped, ['b2', 'c3'])
})
