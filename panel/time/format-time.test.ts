import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatDay, formatMoment, formatRelative, formatWait } from './format-time.ts'

const NOW = Date.UTC(2026, 10, 21, 15, 0, 0)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('a relative time', () => {
  const cases: [number, string][] = [
    [-20_000, 'agora mesmo'],
    [-3 * MINUTE - 59_000, 'há 3 minutos'],
    [-HOUR, 'há 1 hora'],
    [-DAY, 'ontem'],
    [-40 * HOUR, 'anteontem'],
    [-3 * DAY, 'há 3 dias'],
    [-20 * DAY, '1º de nov.'],
    [-400 * DAY, '17 de out. de 2025'],
    [2 * DAY, 'depois de amanhã'],
  ]
  for (const [distance, formatted] of cases) {
    it(`is "${formatted}"`, () => assert.equal(formatRelative(NOW + distance, NOW), formatted))
  }
})

describe('a day in a sentence', () => {
  it('has no year if it is the present one', () => {
    const at = new Date(2026, 11, 1, 9, 5).getTime()

    assert.equal(formatDay(at, NOW), '1º de dezembro')
    assert.equal(formatDay(at, NOW - 400 * DAY), '1º de dezembro de 2026')
    assert.equal(formatMoment(at, NOW), '1º de dezembro, às 09:05')
  })
})

describe('a waiting time', () => {
  const cases: [number, string][] = [
    [1, '1 segundo'],
    [38, '38 segundos'],
    [61, '2 minutos'],
    [3_601, '2 horas'],
  ]
  for (const [seconds, formatted] of cases) {
    it(`is "${formatted}"`, () => assert.equal(formatWait(seconds), formatted))
  }
})
