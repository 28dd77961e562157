import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UNAUDITED } from '../audit/audit.ts'
import { PRODUCTION, SANDBOX } from '../environment.ts'
import { limitPartner } from '../partners/partner.ts'
import { joinPanel } from '../test/panel.ts'
import { addCredential, basic, testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'
import { createLastUse } from './last-use.ts'

const DAY_MS = 86_400_000
const CATALOG = '/partner/v1/catalog'

async function service() {
  const { app, context, clock, db, partner, caller } = await testApp()
  const page = await joinPanel(app, context, partner.id, 'developer')
  const list = async (environment = 'production') =>
    (await page.get(`/panel/v1/credentials?environment=${environment}`)).json().items
  const create = async (name: string, environment = 'production') =>
    (await page.post('/panel/v1/credentials', { name, environment })).json()
  const statusOf = async (clientId: string, clientSecret: string) =>
    (await caller({ authorization: basic(clientId, clientSecret) }).get(CATALOG)).statusCode
  return { app, context, clock, db, partner, caller, page, list, create, statusOf }
}

describe('A credential of the panel', () => {
  it('works in the API as soon as it is created, with a secret that is shown once', async () => {
    const { create, list, statusOf, page } = await service()

    const { credential, clientSecret } = await create(' Servidor do app ')

    assert.equal(await statusOf(credential.clientId, clientSecret), 200)
    assert.match(credential.clientId, /^estante_live_/)
    assert.deepEqual(
      {
        name: credential.name,
        createdBy: credential.createdBy,
        lastUse: credential.lastUse,
        limit: credential.rateLimit,
      },
      { name: 'Servidor do app', createdBy: 'Ana Souza', lastUse: null, limit: 120 },
    )
    assert.ok(!JSON.stringify(await list()).includes(clientSecret))
    assert.equal((await page.post('/panel/v1/credentials', { name: '  ', environment: 'sandbox' })).statusCode, 400)
  })

  it('is limited to twenty active ones in an environment, also in concurrent calls', ON_PG, async () => {
    const { page, list } = await service()
    const make = (name: string, environment = 'production') => page.post('/panel/v1/credentials', { name, environment })

    const answers = await Promise.all(Array.from({ length: 25 }, (_, index) => make(`Servidor ${index}`)))
    const elsewhere = await make('Servidor', 'sandbox')
    await page.post(`/panel/v1/credentials/${(await list())[0].clientId}/revoke`)
    const again = [await make('Outro'), await make('Mais um')]

    // The partner already had one.
    const codes = answers.map((answer) => answer.json().code ?? answer.statusCode).sort()
    assert.deepEqual(codes, [...Array(19).fill(201), ...Array(6).fill('TOO_MANY_CREDENTIALS')])
    assert.deepEqual(
      [elsewhere, ...again].map(({ statusCode }) => statusCode),
      [201, 201, 409],
    )
  })

  it('has a name that no other active one of its environment has, also in concurrent calls', ON_PG, async () => {
    const { page, list } = await service()
    const make = (environment = 'production') => page.post('/panel/v1/credentials', { name: 'Servidor', environment })

    const [one, other] = await Promise.all([make(), make()])
    const elsewhere = await make('sandbox')
    const active = (await list()).find(({ name }: { name: string }) => name === 'Servidor')
    await page.post(`/panel/v1/credentials/${active.clientId}/revoke`)
    const afterwards = await make()

    assert.deepEqual([one, other].map((answer) => answer.json().code ?? 'created').sort(), [
      'CREDENTIAL_NAME_TAKEN',
      'created',
    ])
    assert.deepEqual([elsewhere.statusCode, afterwards.statusCode], [201, 201])
  })

  it('stops with its old secret when it is rotated, and altogether when it is revoked', ON_PG, async () => {
    const { create, statusOf, page, clock } = await service()
    const { credential, clientSecret: first } = await create('Servidor')
    clock.advance(1000)

    const rotated = (await page.post(`/panel/v1/credentials/${credential.clientId}/rotate`)).json()
    const afterRotation = [
      await statusOf(credential.clientId, first),
      await statusOf(credential.clientId, rotated.clientSecret),
    ]
    const revoked = await page.post(`/panel/v1/credentials/${credential.clientId}/revoke`)
    clock.advance(1000)
    const again = await page.post(`/panel/v1/credentials/${credential.clientId}/revoke`)

    assert.deepEqual(afterRotation, [401, 200])
    assert.equal(Date.parse(rotated.credential.rotatedAt), clock.now() - 1000)
    assert.equal(await statusOf(credential.clientId, rotated.clientSecret), 401)
    assert.deepEqual([again.statusCode, again.json().revokedAt], [200, revoked.json().revokedAt])
    const late = await page.post(`/panel/v1/credentials/${credential.clientId}/rotate`)
    assert.deepEqual([late.statusCode, late.json().code], [404, 'NOT_FOUND'])
  })

  it('is listed in its environment, active ones first, newest first', async () => {
    const { create, list, page, clock, partner } = await service()
    clock.advance(1000)
    const { credential: old } = await create('Antiga')
    clock.advance(1000)
    await create('Nova')
    await create('De testes', 'sandbox')
    await page.post(`/panel/v1/credentials/${partner.clientId}/revoke`)

    const [production, sandbox] = [await list(), await list('sandbox')]

    assert.deepEqual(
      production.map((one: { name: string }) => one.name),
      ['Nova', 'Antiga', 'Backend'],
    )
    assert.deepEqual(
      sandbox.map((one: { name: string }) => one.name),
      ['De testes'],
    )
    assert.equal(production[1].clientId, old.clientId)
    assert.equal(production[2].createdBy, null)
  })

  it('shows who created it, after that admin was removed', async () => {
    const { app, context, partner, create, list, page } = await service()
    await create('Servidor')
    const owner = await joinPanel(app, context, partner.id, 'owner')

    await owner.delete(`/panel/v1/team/${page.id}`)

    const items = (await owner.get('/panel/v1/credentials?environment=production')).json().items
    assert.deepEqual(items.map((one: { createdBy: string | null }) => one.createdBy).sort(), ['Ana Souza', null])
    assert.equal(await list(), undefined)
  })
})

describe('The use of a credential', () => {
  it('has the instant and route of its last use, and the calls of seven days in the service’s time zone', async () => {
    const { app, db, context, clock, partner, list } = await service()
    const uses = createLastUse(db, 'America/Sao_Paulo', context.log)
    const record = (at: number, times: number) => {
      for (let call = 0; call < times; call++) uses.record(partner.credentialId, at, `GET ${CATALOG}`)
    }
    const now = clock.now()
    // 12 November, 15:00 in São Paulo: the day began at 03:00 UTC.
    record(Date.parse('2026-11-05T12:00:00Z'), 9)
    record(Date.parse('2026-11-06T12:00:00Z'), 2)
    record(Date.parse('2026-11-12T02:59:00Z'), 3)
    record(Date.parse('2026-11-12T03:00:00Z'), 4)
    record(now, 1)
    await uses.close()

    const [credential] = await list()

    assert.deepEqual(credential.callsByDay, [2, 0, 0, 0, 0, 3, 5])
    assert.deepEqual(credential.lastUse, { at: new Date(now).toISOString(), route: `GET ${CATALOG}` })
    clock.advance(DAY_MS / 2)
    await app.close()
  })

  it('is up to date, for an admin about to rotate or revoke it', async () => {
    const { caller, partner, clock, list } = await service()
    await caller(partner).get(CATALOG)

    const [credential] = await list()

    assert.deepEqual(credential.lastUse, { at: new Date(clock.now()).toISOString(), route: `GET ${CATALOG}` })
  })

  it('says how much of its limit was used in the last minute, without using any', async () => {
    const { context, clock, partner, page, caller } = await service()
    const busy = await addCredential(context, partner.id, PRODUCTION, 5)
    const gone = await addCredential(context, partner.id)
    await addCredential(context, partner.id, SANDBOX)
    for (let call = 0; call < 7; call++) await caller(busy).get(CATALOG)
    await page.post(`/panel/v1/credentials/${gone.clientId}/revoke`)
    clock.advance(20_000)
    const usage = async () => {
      const { items } = (await page.get('/panel/v1/credentials/usage?environment=production')).json()
      return new Map(items.map((one: { clientId: string }) => [one.clientId, one]))
    }

    const [first, again] = [await usage(), await usage()]

    assert.deepEqual(first.get(busy.clientId), { clientId: busy.clientId, used: 5, limit: 5 })
    assert.deepEqual([...first.keys()].sort(), [busy.clientId, partner.clientId].sort())
    assert.deepEqual(again, first)
    clock.advance(40_000)
    assert.deepEqual((await usage()).get(busy.clientId), { clientId: busy.clientId, used: 0, limit: 5 })
  })

  it('says how much of the shared limit was used, once it can be exceeded', async () => {
    const { context, clock, db, partner, page, caller } = await service()
    const other = await addCredential(context, partner.id)
    await addCredential(context, partner.id, PRODUCTION, 500)
    const together = async (environment = 'production') =>
      (await page.get(`/panel/v1/credentials/usage?environment=${environment}`)).json().together
    const before = await together()
    await limitPartner(db, clock.now(), partner.id, { rateLimit: 200 }, UNAUDITED)

    for (const one of [partner, other, other]) await caller(one).get(CATALOG)

    assert.equal(before, null)
    assert.deepEqual(await together(), { used: 3, limit: 200 })
    assert.equal(await together('sandbox'), null)
  })

  it('adds up the calls of every node, and never decreases', ON_PG, async () => {
    const { db, context, clock, partner } = await service()
    const nodes = [1, 2, 3].map(() => createLastUse(db, 'America/Sao_Paulo', context.log))
    const other = await addCredential(context, partner.id)
    for (const [index, node] of nodes.entries()) {
      for (let call = 0; call < 10; call++)
        node.record(partner.credentialId, clock.now() - index * 1000, `GET /${index}`)
      node.record(other.credentialId, clock.now(), 'GET /')
    }

    await Promise.all(nodes.map((node) => node.close()))

    const days = await db.read.selectFrom('credential_day').selectAll().orderBy('calls').execute()
    const { last_used_route } = await db.read
      .selectFrom('credential')
      .select('last_used_route')
      .where('client_id', '=', partner.clientId)
      .executeTakeFirstOrThrow()
    assert.deepEqual(
      days.map(({ calls }) => calls),
      [3, 30],
    )
    assert.equal(last_used_route, 'GET /0')
  })
})
