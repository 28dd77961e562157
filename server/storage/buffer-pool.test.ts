import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { acquireBuffer, releaseBuffer } from './buffer-pool.ts'

const MiB = 1024 * 1024

describe('the buffer pool', () => {
  it('returns buffers as large as the read, up to a limit', () => {
    const sizes = [1, 16 * 1024, 64 * 1024, 64 * 1024 + 1, 200 * MiB].map((bytes) => {
      const buffer = acquireBuffer(bytes)
      releaseBuffer(buffer)
      return buffer.length / 1024
    })

    assert.deepEqual(sizes, [16, 16, 64, 256, 256])
  })

  it('returns smaller buffers when many are in use, so that five thousand stalled listeners take little memory', () => {
    const held = Array.from({ length: 5000 }, () => acquireBuffer(MiB))

    const bytes = held.reduce((sum, { length }) => sum + length, 0)

    assert.ok(bytes < 120 * MiB, `${bytes / MiB} MiB`)
    assert.equal(new Set(held).size, 5000)
    for (const buffer of held) releaseBuffer(buffer)
    const again = acquireBuffer(MiB)
    assert.equal(again.length, 256 * 1024)
    releaseBuffer(again)
  })
})
