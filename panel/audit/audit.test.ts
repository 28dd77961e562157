import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startOfLocalDay } from './audit.ts'

describe('the audit of a page', () => {
  it('is loaded from the start of one day to the end of another', () => {
    assert.equal(startOfLocalDay('2026-11-30'), new Date(2026, 10, 30).toISOString())
    assert.equal(startOfLocalDay('2026-11-30', 1), new Date(2026, 11, 1).toISOString())
    assert.deepEqual([startOfLocalDay(undefined), startOfLocalDay('ontem')], [undefined, undefined])
  })
})
