import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { acquireBuffer, releaseBuffer } from './buffer-pool.ts'

const MiB = 1024 * 1024

describe('A piece of memory', () => {
  it('is as large as what is read, as far as it may be', () => {
    const sizes = [1, 16 * 1024, 64 * 1024, 64 * 1024 + 1, 200 * MiB].map((bytes) => {
      const piece = acquireBuffer(bytes)
      releaseBuffer(piece)
      return piece.length / 1024
    })

    assert.deepEqual(sizes, [16, 16, 64, 256, 256])
  })

  it('is smaller when many are held: five thousand listeners who stopped hold little', () => {
    const held = Array.from({ length: 5000 }, () => acquireBuffer(MiB))

    const bytes = held.reduce((sum, { length }) => sum + length, 0)

    assert.ok(bytes < 120 * MiB, `${bytes / MiB} MiB`)
    assert.equal(new Set(held).size, 5000)
    for (const piece of held) releaseBuffer(piece)
    const again = acquireBuffer(MiB)
    assert.equal(again.length, 256 * 1024)
    releaseBuffer(again)
  })
})
