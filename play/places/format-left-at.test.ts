import assert from 'node:assert/strict'
import { it } from 'node:test'
import { formatLeftAt } from './format-left-at.ts'

it('the time at which a place was left is written as people say it', () => {
  const now = new Date(2026, 10, 12, 9, 30)
  const formatted = (year: number, month: number, day: number, hours: number, minutes: number) =>
    formatLeftAt(new Date(year, month, day, hours, minutes), now)

  assert.equal(formatted(2026, 10, 12, 0, 5), 'hoje, 00:05')
  assert.equal(formatted(2026, 10, 11, 23, 59), 'ontem, 23:59')
  assert.equal(formatted(2026, 9, 1, 21, 14), '1º de out., 21:14')
  assert.equal(formatted(2025, 11, 31, 21, 14), '31 de dez. de 2025, 21:14')
})
