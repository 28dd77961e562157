import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Call } from '@estante/sdk'
import { addCredential, testApp } from '@estante/server/test/test-app.ts'
import { SANDBOX } from '../server/environment.ts'
import { lastTwoMonths, type PartnerSettings, startPartner } from './backend.ts'

describe('lastTwoMonths', () => {
  it('returns the current month and the previous one', () => {
    assert.deepEqual(lastTwoMonths(new Date('2026-11-20T12:00:00Z')), ['2026-11', '2026-10'])
  })

  it('uses the clock of São Paulo, also at the turn of the year', () => {
    assert.deepEqual(lastTwoMonths(new Date('2027-01-01T02:59:59Z')), ['2026-12', '2026-11'])
    assert.deepEqual(lastTwoMonths(new Date('2027-01-01T03:00:00Z')), ['2027-01', '2026-12'])
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
