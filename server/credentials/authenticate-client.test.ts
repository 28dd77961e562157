import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { UNAUDITED } from '../audit/audit.ts'
import { closeContext, openContext } from '../context.ts'
import { PRODUCTION, SANDBOX } from '../environment.ts'
import { limitPartner } from '../partners/partner.ts'
import { addCredential, basic, testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'
import { revokeCredential } from './credential.ts'

const CATALOG = '/partner/v1/catalog'

describe('the credential', () => {
  it('is refused in one way, for any reason', async () => {
    const { app, context, clock, partner } = await testApp()
    const revoked = await addCredential(context, partner.id)
    await revokeCredential(context.db, clock.now(), revoked, UNAUDITED)
    const wrong = [
      undefined,
      '',
      'Basic',
      'Basic ???',
      'Bearer abc',
      partner.authorization.replace('Basic', 'Digest'),
      basic(partner.clientId, 'x'),
      basic(partner.clientId, ''),
      basic('estante_live_xxxxxxxxxxxxxxxxxxxxxxxx', partner.clientSecret),
      `Basic ${Buffer.from(partner.clientId).toString('base64')}`,
      revoked.authorization,
    ]

    const responses = await Promise.all(
      wrong.map((authorization) =>
        app.inject({ url: CATALOG, headers: authorization === undefined ? {} : { authorization } }),
      ),
    )

    assert.deepEqual(new Set(responses.map(({ statusCode }) => statusCode)), new Set([401]))
    assert.equal(new Set(responses.map(({ body }) => body)).size, 1)
    assert.equal(responses[0]?.json().code, 'INVALID_CLIENT')
    assert.match(String(responses[0]?.headers['www-authenticate']), /^Basic /)
  })

  it('is looked at before the body, the path and the method', async () => {
    const { app } = await testApp()
    const requests = [
      { method: 'POST', url: '/partner/v1/sessions', payload: '{', headers: { 'content-type': 'application/json' } },
      { method: 'POST', url: '/partner/v1/sessions', payload: 'a', headers: { 'content-type': 'text/csv' } },
      { method: 'GET', url: '/partner/v1/usage?month=x' },
      { method: 'GET', url: '/partner/v1/nothing' },
      { method: 'PATCH', url: '/partner/v1/catalog' },
      { method: 'GET', url: '/partner/v1/users/%ZZ' },
    ] as const

    const responses = await Promise.all(requests.map((request) => app.inject(request)))

    assert.deepEqual(
      responses.map(({ statusCode }) => statusCode),
      [401, 401, 401, 401, 401, 401],
    )
  })

  it('has the form of the specification, one for each environment', async () => {
    const { context, partner } = await testApp()
    const sandbox = await addCredential(context, partner.id, SANDBOX)

    assert.match(partner.clientId, /^estante_live_[A-Za-z0-9]{24}$/)
    assert.match(sandbox.clientId, /^estante_test_[A-Za-z0-9]{24}$/)
  })

  it('is stored as a hash', async () => {
    const { db, partner } = await testApp()

    const row = await db.read.selectFrom('credential').selectAll().executeTakeFirstOrThrow()

    assert.ok(!JSON.stringify(row).includes(partner.clientSecret))
  })

  it('stops working at the next request after its revocation by anyone, on an open connection too', async () => {
    const { app, context, clock, partner } = await testApp()
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    let connections = 0
    app.server.on('connection', () => connections++)
    const call = async () => {
      const response = await fetch(`http://127.0.0.1:${port}${CATALOG}`, {
        headers: { authorization: partner.authorization },
      })
      await response.text()
      return response.status
    }
    const otherProcess = await openContext(context.config)
    after(() => closeContext(otherProcess))
    assert.equal(await call(), 200)

    await revokeCredential(otherProcess.db, clock.now(), { clientId: partner.clientId }, UNAUDITED)

    assert.equal(await call(), 401)
    assert.equal(connections, 1)
  })

  it('is not confused with others in concurrent requests', async () => {
    const { context, clock, partner, caller } = await testApp()
    const narrow = await addCredential(context, partner.id, SANDBOX, 3)
    const revoked = await addCredential(context, partner.id)
    await revokeCredential(context.db, clock.now(), revoked, UNAUDITED)
    const wrong = { authorization: basic(partner.clientId, 'wrong') }
    const everybody = [partner, narrow, revoked, wrong].flatMap((one) => Array(5).fill(caller(one)))

    const responses = await Promise.all(everybody.map(({ get }) => get(CATALOG)))

    const statuses = responses.map(({ statusCode }) => statusCode)
    assert.deepEqual(statuses.slice(0, 5), Array(5).fill(200))
    assert.deepEqual(statuses.slice(5, 10).toSorted(), [200, 200, 200, 429, 429])
    assert.deepEqual(statuses.slice(10), Array(10).fill(401))
  })

  it('stores the instant and the route of its last use', async () => {
    const { app, db, clock, get } = await testApp()
    clock.advance(5000)
    await get('/partner/v1/users/u1')

    await app.close()

    const row = await db.read.selectFrom('credential').selectAll().executeTakeFirstOrThrow()
    assert.equal(row.last_used_at, clock.now())
    assert.equal(row.last_used_route, 'GET /partner/v1/users/:externalUserId')
  })
})

describe('120 requests a minute', () => {
  it('are shared by all endpoints, reported in every answer, and available again after the minute', async () => {
    const { get, put, clock } = await testApp()
    for (let call = 0; call < 60; call++) {
      await get(CATALOG)
      await put(`/partner/v1/users/u${call}`, { email: 'not an e-mail' })
    }

    const refused = await get('/partner/v1/usage?month=2026-11')

    assert.equal(refused.statusCode, 429)
    assert.equal(refused.json().code, 'RATE_LIMITED')
    assert.equal(refused.headers['retry-after'], '60')
    assert.equal(refused.headers['ratelimit-policy'], '"credential";q=120;w=60')
    assert.equal(refused.headers.ratelimit, '"credential";r=0;t=60')
    clock.advance(60_000)
    const served = await get(CATALOG)
    assert.equal(served.statusCode, 200)
    assert.equal(served.headers.ratelimit, '"credential";r=119;t=60')
  })

  it('are never spent by a wrong secret', async () => {
    const { app, get, partner } = await testApp()
    for (let call = 0; call < 130; call++) {
      await app.inject({ url: CATALOG, headers: { authorization: basic(partner.clientId, 'wrong') } })
    }

    assert.equal((await get(CATALOG)).headers.ratelimit, '"credential";r=119;t=60')
  })

  it('are counted for each credential, up to the limit that the operator set', ON_PG, async () => {
    const { context, partner, caller } = await testApp()
    const small = caller(await addCredential(context, partner.id, PRODUCTION, 2))
    await small.get(CATALOG)
    await small.get(CATALOG)

    assert.equal((await small.get(CATALOG)).statusCode, 429)
    assert.equal((await caller(partner).get(CATALOG)).statusCode, 200)
  })
})

describe('A partner’s limit', () => {
  /** Credentials of one partner, each with a function that makes so many calls and returns how many were allowed. */
  async function withLimit(partnerLimit: number, ...limits: (number | undefined)[]) {
    const service = await testApp()
    const { context, db, clock, partner, caller } = service
    await revokeCredential(db, clock.now() - 60_000, { clientId: partner.clientId }, UNAUDITED)
    await limitPartner(db, clock.now(), partner.id, { rateLimit: partnerLimit }, UNAUDITED)
    const clients = []
    for (const limit of limits) {
      const credential = await addCredential(context, partner.id, PRODUCTION, limit)
      const { get } = caller(credential)
      // In turns: a slow machine with hundreds of calls at once answers some with 503.
      const call = async (times: number) => {
        let allowed = 0
        for (let made = 0; made < times; made += 10) {
          const answers = await Promise.all(
            Array.from({ length: Math.min(10, times - made) }, () => get('/partner/v1/nothing')),
          )
          allowed += answers.filter(({ statusCode }) => statusCode === 404).length
        }
        return allowed
      }
      clients.push({ ...credential, get, call })
    }
    return { ...service, clients }
  }

  it('holds for all its ordinary credentials together', ON_PG, async () => {
    const { clients } = await withLimit(200, undefined, undefined, undefined)

    const served = await Promise.all(clients.map(({ call }) => call(120)))

    assert.equal(served[0]! + served[1]! + served[2]!, 200)
  })

  it('is reported beside the credential’s own, with when the next call may come', async () => {
    const { clients, clock } = await withLimit(150, undefined, undefined)
    const [one, other] = clients as [(typeof clients)[0], (typeof clients)[0]]
    const first = await one.get(CATALOG)
    clock.advance(10_000)
    assert.deepEqual([await one.call(100), await other.call(49)], [100, 49])

    const refused = await other.get(CATALOG)

    assert.equal(first.headers['ratelimit-policy'], '"credential";q=120;w=60, "partner";q=150;w=60')
    assert.equal(first.headers.ratelimit, '"credential";r=119;t=60, "partner";r=149;t=60')
    assert.deepEqual([refused.statusCode, refused.json().code], [429, 'RATE_LIMITED'])
    assert.equal(refused.headers['retry-after'], '50')
    assert.equal(refused.headers.ratelimit, '"credential";r=71;t=60, "partner";r=0;t=50')
    clock.advance(50_000)
    assert.equal((await other.get(CATALOG)).statusCode, 200)
  })

  it('does not count calls that a credential’s own limit refused, nor the other way round', async () => {
    const { clients, clock } = await withLimit(150, undefined, 10, 50)
    const [one, small, other] = clients as [(typeof clients)[0], (typeof clients)[0], (typeof clients)[0]]
    await small.call(60)
    clock.advance(1000)
    await one.call(110)

    // Of 150 calls the small credential took 10, not the 50 it was refused.
    assert.equal(await other.call(60), 30)
    assert.equal(await other.call(200), 0)
    clock.advance(59_000)
    assert.equal(await other.call(60), 10)
    clock.advance(1000)
    assert.equal(await other.call(60), 40)
  })

  it('counts the calls of a credential that was revoked within the minute', async () => {
    const { clients, context, db, clock, partner, caller } = await withLimit(150, undefined, undefined)
    const [one, other] = clients as [(typeof clients)[0], (typeof clients)[0]]
    assert.deepEqual([await one.call(120), await other.call(30)], [120, 30])
    await revokeCredential(db, clock.now(), one, UNAUDITED)
    await revokeCredential(db, clock.now(), other, UNAUDITED)
    const fresh = caller(await addCredential(context, partner.id))

    assert.equal((await fresh.get(CATALOG)).statusCode, 429)
    clock.advance(60_000)
    assert.equal((await fresh.get(CATALOG)).statusCode, 200)
  })

  it('applies to each environment', async () => {
    const { clients, context, partner, caller } = await withLimit(100, undefined, undefined)
    const sandbox = [
      await addCredential(context, partner.id, SANDBOX),
      await addCredential(context, partner.id, SANDBOX),
    ]
    await clients[0]!.call(120)

    const answers = [await clients[1]!.get(CATALOG), await caller(sandbox[0]!).get(CATALOG)]

    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [429, 200],
    )
    assert.match(String(answers[1]?.headers.ratelimit), /"partner";r=99;t=60$/)
  })

  it('excludes a credential with more than the ordinary limit', async () => {
    const { clients } = await withLimit(100, undefined, undefined, 300)
    const [one, other, raised] = clients as [(typeof clients)[0], (typeof clients)[0], (typeof clients)[0]]

    assert.equal((await one.call(100)) + (await other.call(10)), 100)
    const first = await raised.get(CATALOG)

    assert.equal(first.headers['ratelimit-policy'], '"credential";q=300;w=60')
    assert.ok((await raised.call(299)) > 290)
  })

  it('is neither counted nor reported while the credentials together cannot exceed it', async () => {
    const { clients } = await withLimit(240, undefined, undefined)

    const { headers } = await clients[0]!.get(CATALOG)

    assert.equal(headers['ratelimit-policy'], '"credential";q=120;w=60')
    assert.equal(headers.ratelimit, '"credential";r=119;t=60')
  })

  it('is never spent by a wrong secret', async () => {
    const { app, clients } = await withLimit(100, undefined, undefined)
    const wrong = basic(clients[0]!.clientId, 'wrong')
    for (let call = 0; call < 130; call++) await app.inject({ url: CATALOG, headers: { authorization: wrong } })

    assert.match(String((await clients[1]!.get(CATALOG)).headers.ratelimit), /"partner";r=99;t=60$/)
  })
})
