import assert from 'node:assert/strict'
import { it } from 'node:test'
import { changeOf, formatFigure, isMonth, monthAfter, monthStateOf } from './usage.ts'

const MONTH = {
  month: '2026-11',
  totals: { activeUsers: 0, titlesStarted: 0, listeningSeconds: 0, readingChapters: 0 },
  startsAt: '2026-11-01T03:00:00.000Z',
  endsAt: '2026-12-01T03:00:00.000Z',
  closesAt: '2026-12-01T05:00:00.000Z',
}

it('A month is open until it ends, and final two hours later', () => {
  const states = ['2026-11-01T02:59:59Z', '2026-11-01T03:00:00Z', '2026-12-01T03:00:00Z', '2026-12-01T05:00:00Z'].map(
    (instant) => monthStateOf(MONTH, Date.parse(instant)),
  )

  assert.deepEqual(states, ['future', 'open', 'closing', 'closed'])
})

it('The month before January is December', () => {
  assert.deepEqual(
    [monthAfter('2026-01', -1), monthAfter('2026-12', 1), monthAfter('2026-11', -23)],
    ['2025-12', '2027-01', '2024-12'],
  )
})

it('An invalid month in the address is ignored', () => {
  assert.deepEqual(['2026-11', '2026-13', '2026-1', 'uso', '1999-12'].map(isMonth), [true, false, false, false, false])
})

it('A change needs a month to compare with', () => {
  assert.deepEqual([changeOf(150, 100), changeOf(50, 100), changeOf(5, 0)], [0.5, -0.5, undefined])
})

it('Durations are formatted as time, other figures as numbers', () => {
  assert.deepEqual(
    [formatFigure('listeningSeconds', 3720), formatFigure('activeUsers', 1_234_567)],
    ['1 h 2 min', '1.234.567'],
  )
})
