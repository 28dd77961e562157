import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { firstUuidOf, instantOf, newUuid } from './ids.ts'

describe('A new UUID', () => {
  it('sorts after all that the process generated before, within a millisecond too', () => {
    const from = Date.now()

    const ids = Array.from({ length: 20_000 }, newUuid)

    assert.deepEqual(ids, [...new Set(ids)].sort())
    for (const id of ids) assert.match(id, /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    assert.ok(instantOf(ids[0]!) >= from && instantOf(ids.at(-1)!) <= Date.now())
    assert.ok(ids[0]! >= firstUuidOf(from) && ids.at(-1)! < firstUuidOf(Date.now() + 1))
  })
})
