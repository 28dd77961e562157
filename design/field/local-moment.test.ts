import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fromLocalMoment, toLocalMoment } from './local-moment.ts'

describe('local moments', () => {
  it('convert to wall-clock time and back to the same instant', () => {
    const at = new Date(2026, 10, 5, 9, 7)

    const local = toLocalMoment(at.toISOString())

    assert.equal(local, '2026-11-05T09:07')
    assert.equal(fromLocalMoment(local), at.toISOString())
  })

  it('are undefined while incomplete or invalid', () => {
    for (const typed of ['', '2026-13-40T10:00', 'amanhã']) assert.equal(fromLocalMoment(typed), undefined, typed)
  })
})
