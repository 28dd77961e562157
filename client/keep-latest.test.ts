import assert from 'node:assert/strict'
import { it } from 'node:test'
import { keepLatest } from './keep-latest.ts'

it('keepLatest creates a value for each key, and drops the one that was not used for longest', () => {
  const dropped: string[] = []
  let created = 0
  const get = keepLatest(
    2,
    (key: string) => `${key}${++created}`,
    (value) => dropped.push(value),
  )

  const values = ['a', 'b', 'a', 'c', 'a', 'b'].map(get)

  assert.deepEqual(values, ['a1', 'b2', 'a1', 'c3', 'a1', 'b4'])
  assert.deepEqual(dropped, ['b2', 'c3'])
})
