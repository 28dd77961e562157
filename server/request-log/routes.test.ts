import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { describe, it } from 'node:test'
import type { LoggedCall } from '@estante/contract/panel/log.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { firstUuidOf, mintedAt } from '../db/ids.ts'
import { PRODUCTION, SANDBOX } from '../environment.ts'
import { eventually } from '../test/eventually.ts'
import { addLoggedCalls } from '../test/logged-calls.ts'
import { joinPanel } from '../test/panel.ts'
import { idsOf } from '../test/publications.ts'
import { readPages } from '../test/read-pages.ts'
import { addCredential, addPartner, basic, testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'
import type { LoggedRow } from './read-calls.ts'
import { createRequestLog } from './request-log.ts'

const CATALOG = '/partner/v1/catalog'
const START = Date.parse('2026-11-12T18:00:00Z')

async function service() {
  const { app, context, db, partner, caller, get } = await testApp()
  const page = await joinPanel(app, context, partner.id, 'analyst')
  const addressOf = (query: Record<string, string | number>) =>
    `/panel/v1/log?${new URLSearchParams({ environment: 'production', ...query } as Record<string, string>)}`
  async function list(query: Record<string, string | number> = {}) {
    const response = await page.get(addressOf(query))
    return response.json() as { items: LoggedCall[]; nextCursor: string | null; searchedUntil: string | null }
  }
  /** The ids on all pages. */
  async function listAll(query: Record<string, string | number> = {}) {
    return idsOf((await readPages(page.get, addressOf(query))).flat())
  }
  /** Inserts calls, a second apart, the first one latest. */
  async function addCalls(...calls: Partial<LoggedRow>[]) {
    const rows = calls.map((call, index) => ({
      partner_id: partner.id,
      environment: PRODUCTION,
      credential_id: partner.credentialId,
      method: 'GET',
      route: CATALOG,
      status: 200,
      code: null,
      ms: 3,
      omitted: 0,
      ...callAt(START - index * 1000),
      ...call,
    }))
    await addLoggedCalls(context, rows)
    return rows
  }
  return { app, context, db, partner, caller, get, page, list, listAll, addCalls }
}

describe('The log in the panel', () => {
  it('shows a call that was just made, and why it was refused', async () => {
    const { caller, get, partner, list, page } = await service()
    const served = await get(CATALOG)
    await caller({ authorization: basic(partner.clientId, 'errado') }).post('/partner/v1/sessions', {})

    await eventually(async () => (await list()).items.length >= 2)

    const { items, nextCursor, searchedUntil } = await list()
    const refused = items.find(({ status }) => status === 401)
    assert.deepEqual(
      { ...refused, id: '', at: '', ms: 0 },
      {
        id: '',
        at: '',
        environment: 'production',
        clientId: partner.clientId,
        credential: 'Backend',
        method: 'POST',
        route: '/partner/v1/sessions',
        status: 401,
        code: 'INVALID_CLIENT',
        ms: 0,
        omitted: 0,
      },
    )
    assert.deepEqual([nextCursor, searchedUntil], [null, null])
    const one = await page.get(`/panel/v1/log/${served.headers['x-request-id']}`)
    assert.deepEqual(one.json(), {
      ...items.find(({ id }) => id === served.headers['x-request-id']),
      member: null,
    })
    assert.equal((await page.get(`/panel/v1/log/${randomUUIDv7()}`)).statusCode, 404)
  })

  it('is paged, newest first, without gaps or duplicates', ON_PG, async () => {
    const { listAll, addCalls } = await service()
    const rows = await addCalls(...Array(120).fill({}))

    const ids = await listAll()

    assert.deepEqual(
      ids,
      rows.map(({ id }) => id),
    )
  })

  it('belongs to one environment', async () => {
    const { list, addCalls, page } = await service()
    const [live, test] = await addCalls({}, { environment: SANDBOX })

    const found = [await list(), await list({ environment: 'sandbox' })]

    assert.deepEqual(
      found.map(({ items }) => items.map(({ id }) => id)),
      [[live?.id], [test?.id]],
    )
    assert.equal((await page.get(`/panel/v1/log/${test?.id}`)).json().environment, 'sandbox')
  })

  it('is filtered by credential, route, outcome, status, code and time, and by all of them', ON_PG, async () => {
    const { context, partner, list, addCalls } = await service()
    const { credentialId, clientId } = await addCredential(context, partner.id)
    const calls: Partial<LoggedRow>[] = [
      { method: 'POST', route: '/partner/v1/sessions', status: 201 },
      { credential_id: credentialId, status: 429, code: 'RATE_LIMITED' },
      { method: 'POST', route: '/partner/v1/sessions', status: 400, code: 'VALIDATION' },
      { status: 503, code: 'UNAVAILABLE', credential_id: credentialId },
      { status: 499 },
      { route: null, status: 404, code: 'NOT_FOUND' },
    ]
    const rows = await addCalls(...calls)
    const at = (index: number) => new Date(START - index * 1000).toISOString()
    const cases: [Record<string, string | number>, number[]][] = [
      [{}, [0, 1, 2, 3, 4, 5]],
      [{ credential: clientId }, [1, 3]],
      [{ route: 'POST /partner/v1/sessions' }, [0, 2]],
      [{ route: `POST ${CATALOG}` }, []],
      [{ outcome: 'ok' }, [0]],
      [{ outcome: 'refused' }, [1, 2, 4, 5]],
      [{ outcome: 'failed' }, [3]],
      [{ status: 499 }, [4]],
      [{ status: 201 }, [0]],
      [{ code: 'VALIDATION' }, [2]],
      [{ from: at(2) }, [0, 1, 2]],
      [{ until: at(4) }, [4, 5]],
      [{ from: at(3), until: at(1) }, [1, 2, 3]],
      [{ credential: clientId, outcome: 'refused', from: at(4) }, [1]],
      [{ credential: partner.clientId, route: 'POST /partner/v1/sessions', code: 'VALIDATION', until: at(1) }, [2]],
    ]
    for (const [query, indexes] of cases) {
      const { items } = await list(query)

      assert.deepEqual(
        items.map(({ id }) => rows.findIndex((row) => row.id === id)),
        indexes,
        JSON.stringify(query),
      )
    }
  })

  it('lists the calls after a known one, late rows included', async () => {
    const { list, addCalls } = await service()
    const [newest, late, known] = await addCalls({}, callAt(START - 8000), callAt(START - 4000), callAt(START - 20_000))

    const { items, nextCursor } = await list({ after: String(known?.id) })

    assert.deepEqual(
      items.map(({ id }) => id),
      [newest?.id, known?.id, late?.id],
    )
    assert.equal(nextCursor, null)
  })

  it('stops scanning for rare calls after a while, and continues from there', ON_PG, async () => {
    const { context, partner, list } = await service()
    const template = { partner_id: partner.id, environment: PRODUCTION, credential_id: partner.credentialId }
    const rare = { method: 'DELETE', route: '/partner/v1/users/:externalUserId', status: 204, code: null, ms: 1 }
    const common = { method: 'GET', route: CATALOG, status: 200, code: null, ms: 1 }
    const rows = Array.from({ length: 20_010 }, (_, index) => ({
      ...template,
      ...(index === 20_005 ? rare : common),
      ...callAt(START - index),
      omitted: 0,
    }))
    await addLoggedCalls(context, rows)
    const query = { route: 'DELETE /partner/v1/users/:externalUserId' }

    const first = await list(query)
    const second = await list({ ...query, cursor: String(first.nextCursor) })

    assert.deepEqual([first.items, first.searchedUntil], [[], new Date(START - 19_999).toISOString()])
    assert.deepEqual(
      [second.items.map(({ id }) => id), second.nextCursor, second.searchedUntil],
      [[rows[20_005]?.id], null, null],
    )
  })

  it('finds a credential’s calls at once, however many of another came since', ON_PG, async () => {
    const { context, partner, list } = await service()
    const { credentialId, clientId } = await addCredential(context, partner.id)
    const call = { partner_id: partner.id, environment: PRODUCTION, method: 'GET', route: CATALOG, ms: 1 }
    const rows = Array.from({ length: 20_010 }, (_, index) => ({
      ...call,
      ...(index < 20_005
        ? { credential_id: partner.credentialId, status: 429, code: 'RATE_LIMITED' }
        : { credential_id: credentialId, status: index % 2 ? 404 : 200, code: null }),
      ...callAt(START - index),
      omitted: 0,
    }))
    await addLoggedCalls(context, rows)

    const all = await list({ credential: clientId })
    const refused = await list({ credential: clientId, outcome: 'refused' })

    const ids = rows.slice(20_005).map(({ id }) => id)
    assert.deepEqual([all.items.map(({ id }) => id), all.nextCursor, all.searchedUntil], [ids, null, null])
    assert.deepEqual(
      refused.items.map(({ id }) => id),
      [ids[0], ids[2], ids[4]],
    )
    assert.equal(refused.nextCursor, null)
  })

  it('refuses impossible times', async () => {
    const { page } = await service()

    for (const query of [
      'from=2026-12-31T23:59:60Z',
      'until=9999-12-31T23:59:59-23:59',
      'until=2026-02-30T00:00:00Z',
    ]) {
      const answer = await page.get(`/panel/v1/log?environment=production&${query}`)
      assert.deepEqual([answer.statusCode, answer.json().code], [400, 'VALIDATION'], query)
    }
  })

  it('refuses a foreign cursor, and an invalid id', async () => {
    const { page, partner } = await service()

    for (const query of ['cursor=abc', `after=${partner.clientId}`, 'from=ontem', 'status=abc', 'outcome=meio']) {
      const answer = await page.get(`/panel/v1/log?environment=production&${query}`)
      assert.deepEqual([answer.statusCode, answer.json().code], [400, 'VALIDATION'], query)
    }
  })

  it('shows nothing of another partner', async () => {
    const { context, list, page, addCalls } = await service()
    const other = await addPartner(context)
    const [row] = await addCalls({
      partner_id: other.id,
      credential_id: other.credentialId,
      status: 429,
      code: 'RATE_LIMITED',
    })

    const found = [await list(), await list({ credential: other.clientId }), await list({ code: 'RATE_LIMITED' })]

    assert.deepEqual(
      found.map(({ items }) => items),
      [[], [], []],
    )
    assert.equal((await page.get(`/panel/v1/log/${row?.id}`)).statusCode, 404)
  })
})

describe('hundreds of calls a second', () => {
  /** Inserts calls of two credentials, spread over seconds: a tenth refused, a seventh with a query. */
  async function busyService() {
    const { context, partner, list, listAll, page } = await service()
    const other = await addCredential(context, partner.id)
    const calls = Array.from({ length: 1000 }, (_, index) => ({
      ...(index % 3 ? partner : other),
      ...callAt(START + index * 7),
      method: index % 7 ? 'POST' : 'GET',
      route: index % 7 ? '/partner/v1/sessions' : CATALOG,
      status: index % 10 ? 201 : 404,
    }))
    const log = createRequestLog(context.db, context.clock, pino({ enabled: false }))
    for (const { id, credentialId, clientId, method, route, status } of calls.toSorted(byTheEndOfTheirIds)) {
      const namedClient = { credentialId, clientId, partnerId: partner.id, environment: PRODUCTION }
      const request = { id, method, url: route, route, namedClient } as unknown as FastifyRequest
      log.requestEnded(request, { statusCode: status } as FastifyReply, 3, false)
    }
    await log.close()
    return { context, partner, other, page, list, listAll, calls: calls.toReversed() }
  }

  it('are listed in order, without gaps or duplicates', async () => {
    const { listAll, calls } = await busyService()

    const ids = await listAll()

    assert.deepEqual(
      ids,
      calls.map(({ id }) => id),
    )
  })

  it('are filtered by credential, route, status, outcome and time', ON_PG, async () => {
    const { other, listAll, calls } = await busyService()
    const [from, until] = [START + 1234, START + 4321]
    const cases: [Record<string, string | number>, (call: (typeof calls)[number]) => boolean][] = [
      [{ credential: other.clientId }, ({ clientId }) => clientId === other.clientId],
      [{ route: `GET ${CATALOG}` }, ({ route }) => route === CATALOG],
      [{ status: 201 }, ({ status }) => status === 201],
      [{ status: 200 }, () => false],
      [{ outcome: 'ok' }, ({ status }) => status < 400],
      [{ outcome: 'refused' }, ({ status }) => status >= 400],
      [
        { from: new Date(from).toISOString(), until: new Date(until).toISOString() },
        ({ at }) => from <= at && at <= until,
      ],
      [
        { credential: other.clientId, route: `GET ${CATALOG}`, status: 201, from: new Date(from).toISOString() },
        ({ clientId, route, status, at }) =>
          clientId === other.clientId && route === CATALOG && status === 201 && at >= from,
      ],
    ]
    for (const [query, isMeant] of cases) {
      assert.deepEqual(
        await listAll(query),
        calls.filter(isMeant).map(({ id }) => id),
        JSON.stringify(query),
      )
    }
  })

  it('are all listed after any one of them', async () => {
    const { list, calls } = await busyService()
    const known = calls[3]

    const { items } = await list({ after: String(known?.id) })

    assert.deepEqual(
      items.map(({ id }) => id),
      calls.slice(0, 200).map(({ id }) => id),
    )
  })

  it('are each found by id', async () => {
    const { page, calls } = await busyService()

    for (const { id, method, route, status, at, clientId } of calls.slice(100, 130)) {
      const call = (await page.get(`/panel/v1/log/${id}`)).json()
      assert.deepEqual(
        [call.id, call.method, call.route, call.status, call.at, call.clientId],
        [id, method, route, status, new Date(at).toISOString(), clientId],
      )
    }
    const none = randomUUIDv7()
    assert.equal((await page.get(`/panel/v1/log/${calls[5]?.id.slice(0, 14)}${none.slice(14)}`)).statusCode, 404)
  })
})

describe('The id of a call', () => {
  it('tells its time, to the millisecond', () => {
    const before = Date.now()

    const at = mintedAt(randomUUIDv7())

    assert.ok(at >= before && at <= Date.now())
    assert.equal(mintedAt(`${firstUuidOf(START)}-7000-8000-000000000000`), START)
    assert.ok(firstUuidOf(START) < callAt(START).id && callAt(START).id < firstUuidOf(START + 1))
  })
})

/** Calls end in another order than they begin. */
function byTheEndOfTheirIds(one: { id: string }, other: { id: string }): number {
  return one.id.slice(-12) < other.id.slice(-12) ? -1 : 1
}

/** A time, and the id of a call then. */
function callAt(at: number): { at: number; id: string } {
  return { at, id: `${firstUuidOf(at)}${randomUUIDv7().slice(13)}` }
}
