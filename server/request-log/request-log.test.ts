import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { createApp } from '../app.ts'
import { toUuid } from '../db/ids.ts'
import { PRODUCTION, SANDBOX } from '../environment.ts'
import { eventually } from '../test/eventually.ts'
import { addCredential, addPartner, basic, testApp, testContext } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'
import { readRequestMinutes } from './minutes.ts'
import { createRequestLog } from './request-log.ts'

const MINUTE_MS = 60_000
const CATALOG = '/partner/v1/catalog'

async function service() {
  const { app, context, clock, db, partner, caller, get, post, delete: remove } = await testApp()
  /** The rows that were written when the service had stopped. */
  const logged = async () => {
    await app.close()
    const rows = await db.read.selectFrom('request_log').selectAll().orderBy('id').execute()
    return rows.map((row) => ({ ...row, id: toUuid(row.id) }))
  }
  const wrong = caller({ authorization: basic(partner.clientId, 'errado') })
  return { app, context, clock, db, partner, caller, get, post, remove, wrong, logged }
}

describe('The request log', () => {
  it('records the time, credential, request and outcome of each call', async () => {
    const { partner, post, logged } = await service()
    const before = Date.now()

    const answer = await post('/partner/v1/sessions', { externalUserId: 'u1' })

    const [row, ...others] = await logged()
    assert.ok(row && row.at >= before && row.at <= Date.now() && row.ms >= 0)
    assert.deepEqual(
      { ...row, at: undefined, ms: undefined },
      {
        partner_id: partner.id,
        environment: PRODUCTION,
        id: answer.headers['x-request-id'],
        at: undefined,
        credential_id: partner.credentialId,
        method: 'POST',
        route: '/partner/v1/sessions',
        status: 201,
        code: null,
        ms: undefined,
        omitted: 0,
      },
    )
    assert.deepEqual(others, [])
  })

  it('records every call with a known credential, refused ones too', ON_PG, async () => {
    const { app, context, partner, caller, get, post, remove, wrong, logged } = await service()
    const revoked = await addCredential(context, partner.id)
    await context.db.write((tx) =>
      tx.updateTable('credential').set({ revoked_at: 1 }).where('client_id', '=', revoked.clientId).execute(),
    )
    const narrow = await addCredential(context, partner.id, SANDBOX, 1)

    await get(CATALOG)
    await get(`${CATALOG}?limit=x`)
    await remove('/partner/v1/users/ana%40example.com')
    await get('/partner/v1/nada?quem=ana%40example.com')
    await post(CATALOG)
    await get('/partner/v1/users/%ZZ')
    await wrong.get(CATALOG)
    await caller(revoked).get(CATALOG)
    await caller(narrow).get(CATALOG)
    await caller(narrow).get(CATALOG)
    await caller({ authorization: basic('estante_live_ninguem', 'x') }).get(CATALOG)
    await app.inject(CATALOG)
    await app.inject('/healthz')

    const rows = await logged()
    const lines = rows.map(({ credential_id, method, route, status, code }) => [
      credential_id,
      method,
      route,
      status,
      code,
    ])
    // Calls of one millisecond are in any order.
    assert.deepEqual(
      lines.map(String).sort(),
      [
        [partner.credentialId, 'GET', CATALOG, 200, null],
        [partner.credentialId, 'GET', CATALOG, 400, 'VALIDATION'],
        [partner.credentialId, 'DELETE', '/partner/v1/users/:externalUserId', 404, 'USER_NOT_FOUND'],
        [partner.credentialId, 'GET', null, 404, 'NOT_FOUND'],
        [partner.credentialId, 'POST', CATALOG, 405, 'METHOD_NOT_ALLOWED'],
        [partner.credentialId, 'GET', null, 400, 'VALIDATION'],
        [partner.credentialId, 'GET', CATALOG, 401, 'INVALID_CLIENT'],
        [revoked.credentialId, 'GET', CATALOG, 401, 'INVALID_CLIENT'],
        [narrow.credentialId, 'GET', CATALOG, 200, null],
        [narrow.credentialId, 'GET', CATALOG, 429, 'RATE_LIMITED'],
      ]
        .map(String)
        .sort(),
    )
    assert.equal(rows.filter(({ environment }) => environment === SANDBOX).length, 2)
    assert.doesNotMatch(JSON.stringify(rows), /ana|example\.com|errado|%ZZ/)
  })

  it('marks calls answered by an outage', ON_PG, async () => {
    const { context, get, logged } = await service()
    await context.db.write((tx) => sql`alter table publication rename to publication_away`.execute(tx))

    await get(CATALOG)

    const [row] = await logged()
    assert.deepEqual([row?.status, row?.code], [500, 'INTERNAL'])
  })

  it('marks calls that their client abandoned', async () => {
    const { context, closeFirst } = await testContext()
    const app = createApp(context)
    closeFirst.push(() => app.close())
    const identified = Promise.withResolvers<void>()
    app.addHook('preParsing', async () => identified.resolve())
    const { authorization } = await addPartner(context)
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const headers = { authorization, 'content-type': 'application/json', 'content-length': 100 }
    const call = request({ port, method: 'POST', path: '/partner/v1/sessions', headers })
    call.on('error', () => {})
    call.flushHeaders()
    const [, response] = (await once(app.server, 'request')) as [unknown, ServerResponse]
    await identified.promise

    call.destroy()
    await once(response, 'close')

    await app.close()
    const row = await context.db.read.selectFrom('request_log').selectAll().executeTakeFirst()
    assert.deepEqual([row?.status, row?.code, row?.route], [499, null, '/partner/v1/sessions'])
  })

  it('summarizes repeated refusals: the last row of the minute counts the others', async () => {
    const { clock, partner, get, wrong, logged } = await service()
    for (let call = 0; call < 150; call++) await wrong.get(CATALOG)
    await get(CATALOG)
    clock.advance(MINUTE_MS)
    await wrong.get(CATALOG)

    const rows = await logged()

    const refused = rows.filter(({ status }) => status === 401)
    assert.deepEqual([rows.length, refused.length], [122, 121])
    assert.deepEqual(
      refused.map(({ omitted }) => omitted).toSorted((one, other) => one - other),
      [...Array(120).fill(0), 30],
    )
    assert.ok(rows.every(({ credential_id }) => credential_id === partner.credentialId))
  })

  it('shows the owner’s refusals, however many strangers are refused with the credential’s name', async () => {
    const { context, partner, caller, logged } = await service()
    const narrow = await addCredential(context, partner.id, PRODUCTION, 1)
    const stranger = caller({ authorization: basic(narrow.clientId, 'errado') })
    for (let call = 0; call < 130; call++) await stranger.get(CATALOG)
    await caller(narrow).get(CATALOG)

    await caller(narrow).get(CATALOG)

    const statuses = (await logged()).map(({ status }) => status)
    const owners = statuses.filter((status) => status !== 401)
    assert.deepEqual([statuses.length - owners.length, owners.toSorted()], [120, [200, 429]])
  })

  it('adds to the count of a row already written', ON_PG, async () => {
    const { wrong, db, logged } = await service()
    for (let call = 0; call < 121; call++) await wrong.get(CATALOG)
    const isWritten = () => db.read.selectFrom('request_log').select('id').where('omitted', '=', 1).executeTakeFirst()
    await eventually(isWritten)

    for (let call = 0; call < 9; call++) await wrong.get(CATALOG)

    const rows = await logged()
    assert.deepEqual([rows.length, Math.max(...rows.map(({ omitted }) => omitted))], [120, 10])
  })

  it('loses nothing in a short outage of the database, and little in a long one', ON_PG, async () => {
    const { context, clock } = await testContext()
    const lines: Record<string, unknown>[] = []
    const log = pino(
      new Writable({
        write(chunk, _, done) {
          lines.push(JSON.parse(chunk))
          done()
        },
      }),
    )
    await context.db.write((tx) => sql`alter table request_log rename to request_log_away`.execute(tx))
    const requestLog = createRequestLog(context.db, clock, log)
    for (let call = 0; call < 25_000; call++) requestLog.requestEnded(...ended(call))
    await eventually(() => lines.length > 0)
    await context.db.write((tx) => sql`alter table request_log_away rename to request_log`.execute(tx))

    await requestLog.close()

    const rows = await context.db.read.selectFrom('request_log').selectAll().orderBy('id', 'desc').execute()
    const ids = rows.map(({ id }) => toUuid(id))
    assert.deepEqual([ids.length, ids.toSorted().at(-1)], [20_000, callId(24_999)])
    assert.equal(lines[0]?.msg, 'request log not written')
    assert.deepEqual([lines[0]?.waiting, lines[0]?.dropped], [20_000, 5000])
  })
})

describe('The requests of each minute', () => {
  it('are counted by route and outcome, on every node', ON_PG, async () => {
    const { app, context, clock, get, wrong, db } = await service()
    const node = createApp(context)
    await node.ready()
    await get(CATALOG)
    await get(CATALOG)
    await node.inject(CATALOG)
    await wrong.get(CATALOG)
    await node.inject('/panel/v1/me')
    await app.inject({ method: 'POST', url: '/play/v1/refresh', payload: { refreshToken: 'x' } })
    clock.advance(MINUTE_MS)
    await node.inject('/healthz')

    await Promise.all([app.close(), node.close()])

    const minute = Math.floor(clock.now() / MINUTE_MS)
    const counted = await readRequestMinutes(db, minute - 1)
    assert.deepEqual(
      counted.map((row) => [row.minute, row.surface, row.status_class, row.calls]),
      [
        [minute - 1, 'panel', 4, 1],
        [minute - 1, 'partner', 2, 2],
        [minute - 1, 'partner', 4, 2],
        [minute - 1, 'play', 4, 1],
        [minute, 'other', 2, 1],
      ],
    )
    for (const { calls, ms_total, ms_max } of counted) assert.ok(ms_max >= 0 && ms_total <= calls * ms_max + calls)
    assert.equal((await readRequestMinutes(db, minute)).length, 1)
  })
})

function callId(call: number): string {
  return `019a7f00-0000-7000-8000-${String(call).padStart(12, '0')}`
}

/** Reports an answer that ended. */
function ended(call: number) {
  const request = {
    id: callId(call),
    method: 'GET',
    url: CATALOG,
    route: CATALOG,
    namedClient: { credentialId: 1, clientId: 'estante_live_a', partnerId: 1, environment: PRODUCTION },
  }
  return [request, { statusCode: 200 }, 1, false] as unknown as Parameters<
    ReturnType<typeof createRequestLog>['requestEnded']
  >
}
