import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { firstKeyOf, firstUuidOf, mintedAt, newUuid, toKey, toUuid } from './ids.ts'

describe('A new UUID', () => {
  it('sorts after all that the process generated before, within a millisecond too', () => {
    const from = Date.now()

    const ids = Array.from({ length: 20_000 }, newUuid)

    assert.deepEqual(ids, [...new Set(ids)].sort())
    for (const id of ids) assert.match(id, /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    assert.ok(mintedAt(ids[0]!) >= from && mintedAt(ids.at(-1)!) <= Date.now())
    assert.ok(ids[0]! >= firstUuidOf(from) && ids.at(-1)! < firstUuidOf(Date.now() + 1))
  })

  it('is stored as a key of 16 bytes, in the same order', () => {
    const ids = Array.from({ length: 1000 }, newUuid)
    const from = mintedAt(ids[0]!)

    const keys = ids.map((id) => toKey(`lch_${id}`))

    assert.deepEqual(keys.toSorted(Buffer.compare).map(toUuid), ids)
    for (const key of keys) assert.equal(key.length, 16)
    assert.ok(Buffer.compare(firstKeyOf(from), keys[0]!) < 0 && Buffer.compare(firstKeyOf(from + 60_000), keys[0]!) > 0)
  })
})
