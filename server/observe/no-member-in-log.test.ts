import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { pino } from 'pino'
import { createApp } from '../app.ts'
import { PRODUCTION } from '../environment.ts'
import { toLoggedError } from '../logged-error.ts'
import { joinPanel } from '../test/panel.ts'
import { addCredential, addPartner, testContext } from '../test/test-app.ts'
import { createMetrics } from './metrics.ts'

/** Forbidden in any line: part of every identifier, e-mail, name and search below. */
const PERSON = /souza|48\.999\.111|cliente.example|📚/i
const IDENTIFIERS = [
  'ana.souza@cliente.example',
  '48.999.111-00',
  'souza/ana',
  'users/souza?x=1#y',
  '../souza',
  'souza%',
  'souza 📚 ção "\'\n',
  `${'souza'.repeat(30)}`,
  'SOUZA',
  'media',
]

/** The whole service, listening, with its log at the lowest level, and clients. */
async function talking() {
  const { context, closeFirst } = await testContext()
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const log = pino({ base: null, level: 'trace', serializers: { err: toLoggedError } }, stream)
  const metrics = createMetrics(context)
  const app = createApp({ ...context, log }, { metrics })
  closeFirst.push(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const { id } = await addPartner(context)
  const { authorization } = await addCredential(context, id, PRODUCTION, 100_000)
  const admin = await joinPanel(app, context, id, 'owner')
  const { baseUrl } = context.config
  const page = { cookie: admin.cookie(), origin: baseUrl, host: new URL(baseUrl).host }

  async function call(method: string, path: string, headers: Record<string, string>, body?: unknown) {
    const payload = body === undefined ? undefined : JSON.stringify(body)
    const type = payload === undefined ? {} : { 'content-type': 'application/json' }
    const outgoing = request({ port, method, path, headers: { ...headers, ...type }, agent: false })
    outgoing.end(payload)
    const [response] = await once(outgoing, 'response')
    await text(response)
    return response.statusCode as number
  }

  async function callPartnerApi(identifier: string): Promise<number[]> {
    const encoded = encodeURIComponent(identifier)
    const person = { externalUserId: identifier, email: 'souza@cliente.example', name: 'Ana Souza' }
    const headers = { authorization, 'user-agent': 'souza', referer: 'https://souza' }
    const statuses: number[] = []
    for (const [method, path, body] of [
      ['PUT', `/partner/v1/users/${encoded}`, person],
      ['GET', `/partner/v1/users/${encoded}?email=souza`],
      ['DELETE', `/partner/v1/users/${encoded}`],
      ['GET', `/partner/v1/users/${encoded}/data`],
      ['DELETE', `/partner/v1/users/${encoded}/data`],
      ['PATCH', `/partner/v1/users/${encoded}`],
      ['GET', `/partner/v1/users/${encoded}/souza`],
      ['GET', `/partner/v1/users/${encoded}/`],
      ['GET', `/partner/v1/users//${encoded}`],
      ['GET', `//partner/v1/users/${encoded}`],
      ['GET', `/PARTNER/v1/users/${encoded}`],
      ['GET', `/partner/v1/usuarios/${encoded}`],
      ['GET', `/partner/v1/${encoded}`],
      ['GET', `/${encoded}`],
      ['GET', `/partner%2Fv1%2Fusers%2F${encoded}`],
      ['GET', `/partner/v1/users/${encoded}%`],
      ['GET', '/partner/v1/users/souza%E0%A4%A'],
      ['GET', `http://souza.example/partner/v1/users/${encoded}`],
      ['POST', '/partner/v1/sessions', { ...person, redirectPath: `/${identifier}` }],
      ['POST', '/partner/v1/sessions', { ...person, email: 'souza' }],
      ['GET', `/partner/v1/catalog?cursor=${encoded}&type=${encoded}`],
      ['GET', `/partner/v1/usage?month=${encoded}`],
    ] as [string, string, unknown?][]) {
      statuses.push(await call(method, path, headers, body))
    }
    return statuses
  }

  async function callPanel(identifier: string): Promise<void> {
    const encoded = encodeURIComponent(identifier)
    for (const path of [
      `/painel/membros/${encoded}?ambiente=production&busca=souza`,
      `/painel/membros/${encoded}%`,
      `/panel/v1/members?environment=production&search=${encoded}`,
      `/panel/v1/members/${encoded}?environment=production`,
      `/panel/v1/members/${encoded}/souza`,
      `/panel/v1/usage/2026-11/members?environment=production&search=${encoded}`,
      `/panel/v1/audit?search=${encoded}`,
      `/leitor/${encoded}`,
      '/explorar?busca=souza',
    ]) {
      await call('GET', path, page)
      await call('GET', path, { ...page, accept: 'text/html' })
    }
  }

  return { context, lines, metrics, callPartnerApi, callPanel }
}

describe('the log at its lowest level, and the metrics', () => {
  it('name the pattern of a route, or the known part of an address without one, and no person', async () => {
    const { lines, metrics, callPartnerApi, callPanel } = await talking()
    for (const identifier of IDENTIFIERS) {
      const statuses = await callPartnerApi(identifier)
      for (const status of [400, 404, 405]) assert.ok(statuses.includes(status), `${identifier}: ${status}`)
      await callPanel(identifier)
    }

    assert.doesNotMatch(lines.join(''), PERSON)
    assert.doesNotMatch(await metrics.registry.metrics(), PERSON)
    const logged = new Set(
      lines.map((line) => JSON.parse(line)).map(({ method, route, path }) => `${method} ${path ?? route}`),
    )
    for (const one of [
      'PUT /partner/v1/users/:externalUserId',
      'PATCH /partner/v1/users/:externalUserId',
      'GET /partner/v1/users/…',
      'GET /partner/v1/…',
      'GET /…',
      'GET /panel/v1/members/:id',
    ]) {
      assert.ok(logged.has(one), `${one} of ${[...logged].join(', ')}`)
    }
  })

  it('describe internal errors, and no person', async () => {
    const { context, lines, callPartnerApi } = await talking()
    await context.db.write((tx) => tx.schema.alterTable('member').renameTo('gone').execute())

    const statuses = await callPartnerApi('ana.souza@cliente.example')

    assert.ok(statuses.includes(500))
    assert.match(lines.join(''), /"msg":"request failed"/)
    assert.doesNotMatch(lines.join(''), PERSON)
  })
})
