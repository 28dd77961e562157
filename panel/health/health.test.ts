import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatServerClock, formatUptime, sumOf } from './health.ts'
import { text } from './text.ts'

const MINUTE_MS = 60_000

describe('the total of an interval', () => {
  it('weighs mean times by the number of calls', () => {
    const at = new Date(0).toISOString()
    const total = sumOf([
      { at, calls: 9, refused: 1, failed: 0, msMean: 10, msMax: 50 },
      { at, calls: 1, refused: 0, failed: 1, msMean: 110, msMax: 110 },
      { at, calls: 0, refused: 0, failed: 0, msMean: 0, msMax: 0 },
    ])

    assert.deepEqual(total, { calls: 10, refused: 1, failed: 1, msMean: 20, msMax: 110 })
    assert.deepEqual(sumOf([]), { calls: 0, refused: 0, failed: 0, msMean: 0, msMax: 0 })
  })
})

describe('the label of a bar', () => {
  it('has one request in the singular', () => {
    assert.equal(text.barCalls('10:05', 1, 1), '10:05: 1 requisição, 1 com erro')
    assert.equal(text.barCalls('10:06', 1204, 0), '10:06: 1.204 requisições')
  })
})

describe('the uptime of the node', () => {
  it('has at most two units', () => {
    assert.equal(formatUptime(30_000), 'menos de um minuto')
    assert.equal(formatUptime(MINUTE_MS), '1 minuto')
    assert.equal(formatUptime(60 * MINUTE_MS), '1 hora')
    assert.equal(formatUptime(125 * MINUTE_MS), '2 horas e 5 minutos')
    assert.equal(formatUptime(1440 * MINUTE_MS), '1 dia')
    assert.equal(formatUptime(1500 * MINUTE_MS), '1 dia e 1 hora')
  })
})

describe('the clock of the node', () => {
  it('is in the zone of the service, wherever the operator is', () => {
    const now = '2026-11-12T15:04:05.000Z'

    assert.equal(formatServerClock({ now, timeZone: 'America/Manaus' }), '11:04:05')
    assert.equal(formatServerClock({ now, timeZone: 'Asia/Tokyo' }), '00:04:05')
  })
})
