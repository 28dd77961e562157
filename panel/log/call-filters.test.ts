import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type CallFilters, toOperatorQuery, toQuery } from './call-filters.ts'

const NOW = Date.parse('2026-11-21T15:00:00Z')
const NONE: CallFilters = {
  resultado: '',
  rota: '',
  credencial: '',
  parceiro: '',
  em: '',
  periodo: 'any',
  de: '',
  ate: '',
}

describe('the query of the log’s filters', () => {
  const cases: [string, Partial<CallFilters>, object][] = [
    ['nothing, when nothing is asked', {}, {}],
    ['what went well', { resultado: 'sucesso' }, { outcome: 'ok' }],
    ['what was abandoned', { resultado: 'abandonadas' }, { status: 499 }],
    ['a code', { resultado: 'RATE_LIMITED' }, { code: 'RATE_LIMITED' }],
    [
      'a route and a credential',
      { rota: 'GET /partner/v1/catalog', credencial: 'estante_live_a' },
      { route: 'GET /partner/v1/catalog', credential: 'estante_live_a' },
    ],
    ['the last hour', { periodo: '1h' }, { from: '2026-11-21T14:00:00.000Z' }],
    [
      'no moment that was left by another period',
      { periodo: '7d', ate: '2026-11-20T10:00' },
      { from: '2026-11-14T15:00:00.000Z' },
    ],
    [
      'from one moment on, while the other is not chosen',
      { periodo: 'entre', de: '2026-11-20T10:00', ate: '' },
      { from: new Date('2026-11-20T10:00').toISOString() },
    ],
    [
      'up to the end of the minute that is named',
      { periodo: 'entre', ate: '2026-11-20T10:00' },
      { until: new Date('2026-11-20T10:00:59.999').toISOString() },
    ],
    [
      'up to the end of the second, when one is named',
      { periodo: 'entre', ate: '2026-11-20T10:00:30' },
      { until: new Date('2026-11-20T10:00:30.999').toISOString() },
    ],
  ]
  for (const [name, filters, query] of cases) {
    it(`has ${name}`, () => assert.deepEqual(toQuery({ ...NONE, ...filters }, NOW), query))
  }
})

describe('the query of an operator', () => {
  it('has a partner and an environment, too', () => {
    const filters: CallFilters = { ...NONE, resultado: 'recusadas', parceiro: 'banco-ipe', em: 'sandbox' }

    assert.deepEqual(toOperatorQuery(filters, NOW), {
      outcome: 'refused',
      partner: 'banco-ipe',
      environment: 'sandbox',
    })
    assert.deepEqual(toOperatorQuery({ ...NONE, em: 'nada' }, NOW), {})
  })
})
