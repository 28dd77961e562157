import assert from 'node:assert/strict'
import { it } from 'node:test'
import { formatDuration, formatSeconds } from './format-time.ts'

it('A duration has its two largest units, and is never rounded up', () => {
  const formatted = [0, 59.9, 60, 725, 3600, 3661, 137_520, 3_599_940, 4_322_000].map(formatDuration)

  assert.deepEqual(formatted, [
    '0 s',
    '59 s',
    '1 min',
    '12 min 5 s',
    '1 h',
    '1 h 1 min',
    '38 h 12 min',
    '999 h 59 min',
    '1.200 h',
  ])
})

it('An exact duration has milliseconds', () => {
  assert.deepEqual([formatSeconds(5_412_480), formatSeconds(7)], ['5.412,480 s', '0,007 s'])
})
