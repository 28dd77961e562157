import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AuditEntry } from '@estante/contract/panel/audit.ts'
import { groupByDay, instantOf } from './audit.ts'

describe('the audit of a page', () => {
  it('is grouped by the days of whoever looks', () => {
    const at = (date: Date) => ({ at: date.toISOString() }) as AuditEntry
    const entries = [
      at(new Date(2026, 10, 12, 0, 5)),
      at(new Date(2026, 10, 11, 23, 55)),
      at(new Date(2026, 10, 11, 0, 0)),
    ]

    const days = groupByDay(entries)

    assert.deepEqual(
      days.map(([day, ofDay]) => [new Date(day).getDate(), ofDay.length]),
      [
        [12, 1],
        [11, 2],
      ],
    )
  })

  it('is asked for from the beginning of a day to the end of another', () => {
    assert.equal(instantOf('2026-11-30'), new Date(2026, 10, 30).toISOString())
    assert.equal(instantOf('2026-11-30', 1), new Date(2026, 11, 1).toISOString())
    assert.deepEqual([instantOf(undefined), instantOf('ontem')], [undefined, undefined])
  })
})
