import assert from 'node:assert/strict'
import { it } from 'node:test'
import { formatNumber, isolate, joinWithAnd, nameOfDay, quote } from './portuguese.ts'

it('Numbers are formatted like Intl.NumberFormat', () => {
  for (const number of [0, 1, 1.25, 0.5, 999, 1000, 1234.5, 12_345, 1_234_567, -1, -1000, 2.0004, 1.9999]) {
    assert.equal(formatNumber(number), number.toLocaleString('pt-BR'))
  }
})

it('Lists are formatted like Intl.ListFormat', () => {
  const list = new Intl.ListFormat('pt-BR')
  for (const words of [[], ['um'], ['um', 'dois'], ['um', 'dois', 'três'], ['um', 'dois', 'três', 'quatro']]) {
    assert.equal(joinWithAnd(words), list.format(words))
  }
})

it('Days are formatted like Intl.DateTimeFormat', () => {
  const format = new Intl.DateTimeFormat('pt-BR', { weekday: 'long', timeZone: 'UTC' })
  for (let day = 22; day < 29; day++) {
    const date = `2026-11-${day}`
    assert.equal(nameOfDay(date), format.format(new Date(date)))
  }
})

it('isolates a name that is written from right to left', () => {
  assert.equal(quote('O farol de sal'), '“O farol de sal”')
  assert.equal(isolate('O farol de sal'), 'O farol de sal')
  assert.equal(isolate('הרפתקה 2'), '\u2068הרפתקה 2\u2069')
  assert.equal(quote('CSS: הרפתקה חדשה!'), '“\u2068CSS: הרפתקה חדשה!\u2069”')
})
