import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { describe, it } from 'node:test'
import type { PartnerCall } from '@estante/contract/panel/log.ts'
import { firstUuidOf } from '../db/ids.ts'
import { type Environment, PRODUCTION, SANDBOX } from '../environment.ts'
import { addLoggedCalls } from '../test/logged-calls.ts'
import { joinPanel } from '../test/panel.ts'
import { idsOf } from '../test/publications.ts'
import { readPages } from '../test/read-pages.ts'
import { addCredential, addPartner, testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'
import type { LoggedRow } from './read-calls.ts'

const START = Date.parse('2026-11-12T18:00:00Z')

const { app, context, partner } = await testApp()
const others = [await addPartner(context), await addPartner(context, SANDBOX)]
await addCredential(context, partner.id, SANDBOX)
const operator = await joinPanel(app, context, null, 'operator')

async function list(query: Record<string, string> = {}) {
  return (await operator.get(`/panel/v1/calls?${new URLSearchParams(query)}`)).json() as {
    items: PartnerCall[]
    nextCursor: string | null
  }
}

async function listAll(query: Record<string, string>): Promise<string[]> {
  return idsOf((await readPages(operator.get, `/panel/v1/calls?${new URLSearchParams(query)}`)).flat())
}

function callOf(partner: { id: number; credentialId: number }, at: number, rest: Partial<LoggedRow> = {}): LoggedRow {
  return {
    partner_id: partner.id,
    environment: PRODUCTION as Environment,
    id: `${firstUuidOf(at)}${randomUUIDv7().slice(13)}`,
    at,
    credential_id: partner.credentialId,
    method: 'GET',
    route: '/partner/v1/catalog',
    status: 400,
    code: 'VALIDATION',
    ms: 3,
    omitted: 0,
    ...rest,
  }
}

describe('The log of every partner', () => {
  it('is paged over all partners, however rare the matches and however active one partner', ON_PG, async () => {
    const [one, two] = others as [typeof partner, typeof partner]
    const rare = { status: 404, code: 'NOT_FOUND' }
    const rows = [
      ...Array.from({ length: 6000 }, (_, index) => callOf(one, START - index * 1000, index % 90 === 0 ? rare : {})),
      ...Array.from({ length: 70 }, (_, index) => callOf(partner, START - index * 97_000 - 1, rare)),
      ...Array.from({ length: 20 }, (_, index) =>
        callOf(two, START - index * 31_000 - 2, { ...rare, environment: SANDBOX }),
      ),
    ]
    await addLoggedCalls(context, rows)
    const idsWhere = (meant: (row: LoggedRow) => boolean) =>
      rows
        .filter(meant)
        .map(({ id }) => id)
        .sort()
        .reverse()

    assert.deepEqual(
      await listAll({ code: 'NOT_FOUND' }),
      idsWhere(({ code }) => code === 'NOT_FOUND'),
    )
    assert.deepEqual(
      await listAll({ outcome: 'refused', partner: partner.slug }),
      idsWhere(({ partner_id }) => partner_id === partner.id),
    )
    assert.deepEqual(
      await listAll({ environment: 'sandbox' }),
      idsWhere(({ environment }) => environment === SANDBOX),
    )
    // Of a credential that a purge has removed.
    await addLoggedCalls(context, [callOf(partner, START + 1, { credential_id: 0 })])
    const [newest, ...older] = (await list()).items
    assert.deepEqual([newest?.id, newest?.partner], [rows[0]?.id, { name: 'Banco Aurora', slug: one.slug }])
    assert.equal(older.find(({ clientId }) => clientId === two.clientId)?.partner.slug, two.slug)
    assert.deepEqual((await list({ partner: 'ninguem' })).items, [])
    const found = await operator.get(`/panel/v1/calls/${rows[4321]?.id}`)
    assert.deepEqual([found.statusCode, found.json().partner.slug], [200, one.slug])
    assert.equal((await operator.get(`/panel/v1/calls/${randomUUIDv7()}`)).statusCode, 404)
  })
})
