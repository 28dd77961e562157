import assert from 'node:assert/strict'
import { it } from 'node:test'
import { byDay } from './by-day.ts'

it('Entries are grouped by local day, with names as people say them', () => {
  const moments = [
    new Date(2026, 10, 12, 0, 5),
    new Date(2026, 10, 11, 23, 55),
    new Date(2026, 10, 11, 0, 0),
    new Date(2026, 10, 6, 12, 0),
    new Date(2025, 11, 31, 23, 59),
  ]

  const days = byDay(moments, (moment) => moment.toISOString(), new Date(2026, 10, 12, 15, 0).getTime())

  assert.deepEqual(
    days.map(({ day, items }) => [day, items.length]),
    [
      ['Hoje', 1],
      ['Ontem', 2],
      ['sexta-feira, 6 de novembro', 1],
      ['31 de dezembro de 2025', 1],
    ],
  )
})
