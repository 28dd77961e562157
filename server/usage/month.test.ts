import assert from 'node:assert/strict'
import { it } from 'node:test'
import { monthOf } from './month.ts'

it('A month begins at midnight of the time zone, not of Greenwich', () => {
  assert.equal(monthOf(Date.parse('2026-12-01T02:59:59.999Z'), 'America/Sao_Paulo'), '2026-11')
  assert.equal(monthOf(Date.parse('2026-12-01T03:00:00.000Z'), 'America/Sao_Paulo'), '2026-12')
  assert.equal(monthOf(Date.parse('2026-12-01T02:59:59.999Z'), 'UTC'), '2026-12')
})
