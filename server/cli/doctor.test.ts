import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { emptyHouse, estante } from '../test/instance.ts'
import { ON_PG, testsOn } from '../test/test-database.ts'
import type { Finding } from './finding.ts'

describe('estante doctor', ON_PG, () => {
  it('describes its database, without the password', async () => {
    const house = await emptyHouse(testsOn)

    const { out } = await estante(house, 'doctor', '--json')

    const { findings } = JSON.parse(out) as { findings: Finding[] }
    const details = new Map(findings.map(({ subject, detail }) => [subject, detail]))
    if (testsOn === 'sqlite') return assert.equal(details.get('Banco'), 'íntegro')
    assert.match(details.get('PostgreSQL') ?? '', /^versão \d+\.\d+, synchronous_commit=/)
    assert.match(details.get('Conexões') ?? '', /cabem \d+ nós/)
    assert.ok(details.has('Relógio'))
    assert.ok(!out.includes(house.DATABASE_URL ?? ''))
  })
})
