import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it, type TestContext } from 'node:test'
import { inspect } from 'node:util'
import { addCredential, testApp } from '@estante/server/test/test-app.ts'
import { SANDBOX } from '../server/environment.ts'
import { lastTwoMonths, type PartnerSettings, startPartner } from './backend.ts'
import { type Call, EstanteError, estanteClient, retryDelayMs } from './estante-client.ts'

const { recoveryRule, isSafeToOpen, embedded } = await import(new URL('./page/bridge.js', import.meta.url).href)
const now = Date.UTC(2026, 10, 20, 12)

describe('Retries', () => {
  it('wait 1, 2 and 4 seconds, then return the answer', () => {
    const delays = [0, 1, 2, 3].map((attempt) => retryDelayMs(attempt, 429, null, now))

    assert.deepEqual(delays, [1000, 2000, 4000, undefined])
  })

  it('wait as long as Retry-After says, in seconds or as a date', () => {
    assert.equal(retryDelayMs(0, 429, '7', now), 7000)
    assert.equal(retryDelayMs(0, 429, '0', now), 0)
    assert.equal(retryDelayMs(0, 503, 'Fri, 20 Nov 2026 12:00:05 GMT', now), 5000)
    assert.equal(retryDelayMs(0, 503, 'Fri, 20 Nov 2026 11:00:00 GMT', now), 0)
    assert.equal(retryDelayMs(1, 429, 'soon', now), 2000)
  })

  it('follow server errors and lost answers, but no refusals', () => {
    assert.equal(retryDelayMs(0, 0, null, now), 1000)
    assert.equal(retryDelayMs(0, 500, null, now), 1000)
    for (const final of [200, 201, 204, 400, 401, 403, 404, 409]) {
      assert.equal(retryDelayMs(0, final, '1', now), undefined)
    }
  })
})

describe('The client', () => {
  const keys = { clientId: 'estante_live_test', clientSecret: 'secret-of-the-test' }

  it('shows no secret when it is printed, and sends none over plain http to another machine', () => {
    const client = estanteClient('http://localhost:1', keys)

    assert.doesNotMatch(inspect(client, { depth: 9, showHidden: true }) + JSON.stringify(client), /secret-of/)
    assert.throws(() => estanteClient('http://livros.example.com', keys), /not https/)
  })

  it('iterates over the catalog, page after page', async (t) => {
    const { url, asked } = await answering(t, [
      (response) => response.end('{"items":[{"id":"a"}],"nextCursor":"c/1"}'),
      (response) => response.end('{"items":[{"id":"b"}],"nextCursor":null}'),
    ])

    const items = await Array.fromAsync(estanteClient(url, keys).catalog('ebook'))

    assert.deepEqual(
      items.map(({ id }) => id),
      ['a', 'b'],
    )
    assert.deepEqual(asked, [
      'GET /partner/v1/catalog?limit=200&type=ebook',
      'GET /partner/v1/catalog?limit=200&type=ebook&cursor=c%2F1',
    ])
  })

  it('says when to try again, and what to quote to the support team', async (t) => {
    const headers = { 'retry-after': '58', 'x-request-id': 'r1' }
    const body = '{"statusCode":429,"code":"RATE_LIMITED","message":"Espere."}'
    const { url } = await answering(t, [(response) => response.writeHead(429, headers).end(body)])

    const { code, retryAfter, requestId } = await failure(estanteClient(url, keys).usage('2026-11'))

    assert.deepEqual([code, retryAfter, requestId], ['RATE_LIMITED', '58', 'r1'])
  })

  it('takes an answer that breaks off for a lost one', async (t) => {
    const { url } = await answering(t, [
      (response) => {
        response.writeHead(200, { 'content-length': 100 }).write('{"launchUrl":')
        response.destroy()
      },
    ])

    const { code } = await failure(estanteClient(url, keys, { patienceMs: 0 }).openBooks({ externalUserId: 'u' }))

    assert.equal(code, 'UNREACHABLE')
  })

  it('stops waiting for a retry when it is aborted', async (t) => {
    const stop = new AbortController()
    const { url } = await answering(t, [(response) => response.writeHead(503).end()])
    const statuses: number[] = []
    const onCall = ({ status }: Call) => {
      statuses.push(status)
      setImmediate(() => stop.abort())
    }

    await assert.rejects(estanteClient(url, keys, { signal: stop.signal, onCall }).usage('2026-11'), {
      name: 'AbortError',
    })

    assert.deepEqual(statuses, [503])
  })
})

describe('lastTwoMonths', () => {
  it('returns the current month and the previous one', () => {
    assert.deepEqual(lastTwoMonths(new Date('2026-11-20T12:00:00Z')), ['2026-11', '2026-10'])
  })

  it('uses the clock of São Paulo, also at the turn of the year', () => {
    assert.deepEqual(lastTwoMonths(new Date('2027-01-01T02:59:59Z')), ['2026-12', '2026-11'])
    assert.deepEqual(lastTwoMonths(new Date('2027-01-01T03:00:00Z')), ['2027-01', '2026-12'])
  })
})

describe('The host page', () => {
  it('replaces an ended session automatically once for each reason in 30 seconds', () => {
    const mayRecover = recoveryRule()

    const answers = [
      mayRecover('refresh_failed', 0),
      mayRecover('refresh_failed', 29_999),
      mayRecover('invalid_launch_token', 29_999),
      mayRecover('refresh_failed', 30_000),
    ]

    assert.deepEqual(answers, [true, false, true, true])
  })

  it('opens only addresses that run no code in the page', () => {
    assert.ok(isSafeToOpen('https://exemplo.com.br/ajuda?x=1'))
    assert.ok(isSafeToOpen('mailto:ajuda@exemplo.com.br'))
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', '/ajuda', undefined]) {
      assert.ok(!isSafeToOpen(url), String(url))
    }
  })

  it('appends the frame’s parameters to the launch link', () => {
    const url = embedded('https://play.example/launch?token=t&redirect=%2Fplayer%2F1')

    assert.equal(url, 'https://play.example/launch?token=t&redirect=%2Fplayer%2F1&embed=1&closable=1')
  })
})

describe("The partner's backend", () => {
  it('makes no calls to Estante for a signed-out visitor', async (t) => {
    const { url, close } = await startPartner(settings)
    t.after(close)

    const response = await fetch(`${url}/api/books`, { method: 'POST', body: '{"externalUserId":"ipe-10482"}' })

    assert.equal(response.status, 401)
    assert.deepEqual(await response.json(), { error: { code: 'SIGNED_OUT' }, calls: [] })
  })

  it('identifies the customer by its own cookie, which scripts cannot read', async (t) => {
    const { url, close } = await startPartner(settings)
    t.after(close)

    const signIn = await fetch(`${url}/api/sign-in`, { method: 'POST', body: '{"externalUserId":"ipe-12260"}' })
    const cookie = signIn.headers.get('set-cookie') ?? ''
    const me = await fetch(`${url}/api/me`, { headers: { cookie: cookie.split(';')[0]! } })

    assert.match(cookie, /; HttpOnly; SameSite=Strict/)
    assert.equal((await me.json()).data.name, 'Zuri do Carmo')
  })

  it('serves the page’s files, and never its source or its credential', async (t) => {
    const { url, close } = await startPartner(settings)
    t.after(close)

    const page = await (await fetch(url)).text()
    const outside = await Promise.all(
      ['/backend.ts', '/../backend.ts', '/%2e%2e/backend.ts', '//'].map(
        async (path) => (await fetch(url + path)).status,
      ),
    )

    assert.match(page, /Banco Ipê/)
    assert.ok(!page.includes('secret-of-the-test'))
    assert.deepEqual(outside, [401, 401, 401, 401])
  })

  it('refuses malformed and oversized bodies', async (t) => {
    const { url, close } = await startPartner(settings)
    t.after(close)

    const broken = await fetch(`${url}/api/sign-in`, { method: 'POST', body: '{' })
    const large = await fetch(`${url}/api/sign-in`, { method: 'POST', body: 'x'.repeat(20_000) })

    assert.deepEqual([broken.status, large.status], [400, 413])
    assert.equal((await fetch(url)).status, 200)
  })
})

describe("The partner's backend with Estante", () => {
  it('returns a launch link, and lists its calls without secrets', async () => {
    const { ask, partner } = await signedIn('ipe-10482')

    const { status, body } = await ask('POST', 'books', { redirectPath: '/explorar', externalUserId: 'ipe-10517' })

    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body.data), ['launchUrl'])
    assert.match(body.data.launchUrl, /\/launch\?token=[^&]+&redirect=%2Fexplorar$/)
    const [{ ms, requestId, ...call }] = body.calls
    assert.deepEqual(call, { method: 'POST', path: '/partner/v1/sessions', status: 201 })
    assert.ok(requestId && ms >= 0)
    assert.ok(!JSON.stringify(body).includes(partner.clientSecret))
    assert.equal((await ask('GET', 'member')).body.data.name, 'Ana Beatriz Nogueira')
  })

  it('opens the books without the e-mail when another member has it', async () => {
    const { ask, signIn } = await signedIn('ipe-11034')
    await ask('POST', 'books')
    await signIn('ipe-11035')

    const { status, body } = await ask('POST', 'books')

    assert.equal(status, 200)
    assert.deepEqual(
      body.calls.map(({ status, code }: Call) => [status, code]),
      [
        [409, 'EMAIL_CONFLICT'],
        [201, undefined],
      ],
    )
    assert.equal((await ask('GET', 'member')).body.data.email, null)
  })

  it('blocks, revokes and restores the customer', async () => {
    const { ask } = await signedIn('ipe-10517')
    await ask('POST', 'books')

    for (const change of ['block', 'revoke']) {
      await ask('POST', `member/${change}`)
      const refused = await ask('POST', 'books')
      assert.equal(refused.status, 403)
      assert.equal(refused.body.error.code, 'USER_REVOKED')
      await ask('POST', 'member/restore')
      assert.equal((await ask('POST', 'books')).status, 200)
    }
  })

  it('exports the customer’s data and erases it, repeatably', async () => {
    const { ask, signIn } = await signedIn('ipe-10517')
    await ask('POST', 'books')
    await signIn('ipe-10482')
    await ask('POST', 'books')

    const exported = await ask('GET', 'member/data', undefined)
    const erased = [await ask('POST', 'member/erase'), await ask('POST', 'member/erase')]

    assert.match(JSON.stringify(exported.body.data), /Ana Beatriz Nogueira/)
    assert.deepEqual(
      erased.map(({ status }) => status),
      [200, 200],
    )
    assert.equal((await ask('GET', 'member')).status, 404)
    assert.equal((await ask('GET', 'member/data')).status, 404)
    await signIn('ipe-10517')
    assert.equal((await ask('GET', 'member')).status, 200)
  })

  it('keeps production and sandbox apart', async () => {
    const { ask } = await signedIn('ipe-10482')
    await ask('POST', 'books')

    await ask('POST', 'environment', { environment: 'sandbox' })

    assert.equal((await ask('GET', 'me')).body.data.environment, 'sandbox')
    assert.equal((await ask('GET', 'member')).status, 404)
  })

  it('reads the catalog and the reports of two months', async () => {
    const { ask } = await signedIn('ipe-10482')

    const catalog = await ask('GET', 'catalog')
    const usage = await ask('GET', 'usage')

    assert.deepEqual(catalog.body.data, { items: [] })
    assert.equal(usage.body.data.length, 2)
    assert.equal(usage.body.data[0].totals.listeningSeconds, 0)
  })

  it('hides from the customer that its credential was refused', async () => {
    const { ask } = await signedIn('ipe-10482', { production: { clientId: 'estante_live_x', clientSecret: 'x' } })

    const { status, body } = await ask('POST', 'books')

    assert.equal(status, 502)
    assert.equal(body.error.code, 'INVALID_CLIENT')
  })
})

/** A server that gives one answer after another, and records the requests. */
async function answering(t: TestContext, answers: ((response: ServerResponse) => void)[]) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    answers.shift()?.(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

async function failure(call: Promise<unknown>): Promise<EstanteError> {
  const error = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  assert.ok(error instanceof EstanteError)
  return error
}

const settings = {
  port: 0,
  estanteBaseUrl: 'http://127.0.0.1:9',
  production: { clientId: 'estante_live_test', clientSecret: 'secret-of-the-test' },
}

/** Starts a partner with the real service, and signs a customer in. */
async function signedIn(externalUserId: string, wrong: Partial<PartnerSettings> = {}) {
  const { app, context, partner } = await testApp()
  const sandbox = await addCredential(context, partner.id, SANDBOX)
  const estanteBaseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  const { url, close } = await startPartner({ port: 0, estanteBaseUrl, production: partner, sandbox, ...wrong })
  after(close)
  let cookie = ''

  async function ask(method: string, path: string, body?: object) {
    const response = await fetch(`${url}/api/${path}`, { method, headers: { cookie }, body: JSON.stringify(body) })
    return { status: response.status, body: await response.json() }
  }
  async function signIn(externalUserId: string) {
    const response = await fetch(`${url}/api/sign-in`, { method: 'POST', body: JSON.stringify({ externalUserId }) })
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  }

  await signIn(externalUserId)
  return { ask, signIn, partner }
}
