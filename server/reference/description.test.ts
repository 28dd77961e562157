import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import Schema from 'typebox/schema'
import { PRODUCTION } from '../environment.ts'
import { addCredential, testApp } from '../test/test-app.ts'
import { endpointsOf, type OpenApi, type Response, resolveResponse } from './openapi.ts'

const USERS = '/partner/v1/users'
const LONG = 'x'.repeat(129)

const api = JSON.parse(
  await readFile(new URL('../../contract/partner-v1.openapi.json', import.meta.url), 'utf8'),
) as OpenApi

describe('partner-v1.openapi.json', () => {
  it('describes every answer of every endpoint as the service gives it', async () => {
    const { app, partner } = await testApp()
    const headers = { authorization: partner.authorization }
    const seen = new Set<string>()
    async function call(operationId: string, request: InjectOptions) {
      const response = await app.inject({ headers, ...request })
      assertDescribed(operationId, response)
      seen.add(`${operationId} ${response.statusCode}`)
      return response
    }
    const session = (payload: object) => call('createSession', { method: 'POST', url: '/partner/v1/sessions', payload })
    const put = (id: string, payload: object) => call('upsertUser', { method: 'PUT', url: `${USERS}/${id}`, payload })

    await session({ externalUserId: 'u1', email: 'ana@example.com', name: 'Ana', redirectPath: '/explorar' })
    await session({ externalUserId: 'u2', email: 'ana@example.com' })
    await session({ email: 'ana', redirectPath: '//x' })
    await put('u1', { name: 'Ana Souza' })
    await put('u2', { email: 'ANA@example.com' })
    await put(LONG, { email: 1, status: 'X' })
    await call('getUser', { url: `${USERS}/u1` })
    await call('getUser', { url: `${USERS}/nobody` })
    await call('getUser', { url: `${USERS}/%zz` })
    await call('revokeUser', { method: 'DELETE', url: `${USERS}/u1` })
    await call('revokeUser', { method: 'DELETE', url: `${USERS}/nobody` })
    await call('revokeUser', { method: 'DELETE', url: `${USERS}/%zz` })
    await session({ externalUserId: 'u1' })
    await call('exportUser', { url: `${USERS}/u1/data` })
    await call('exportUser', { url: `${USERS}/nobody/data` })
    await call('exportUser', { url: `${USERS}/%zz/data` })
    await call('eraseUser', { method: 'DELETE', url: `${USERS}/u1/data` })
    await call('eraseUser', { method: 'DELETE', url: `${USERS}/%zz/data` })
    const { headers: page } = await call('listCatalog', { url: '/partner/v1/catalog' })
    await call('listCatalog', {
      url: '/partner/v1/catalog',
      headers: { ...headers, 'if-none-match': String(page.etag) },
    })
    await call('listCatalog', { url: '/partner/v1/catalog?type=x&limit=0' })
    await call('listCatalog', { url: '/partner/v1/catalog?cursor=x' })
    const closedMonth = '/partner/v1/usage?month=2026-10'
    const { headers: report } = await call('getUsage', { url: closedMonth })
    await call('getUsage', { url: closedMonth, headers: { ...headers, 'if-none-match': String(report.etag) } })
    await call('getUsage', { url: '/partner/v1/usage?month=2026-13' })
    for (const { operationId, method, path } of endpointsOf(api)) {
      const request = { method: method as 'GET', url: path.replace('{externalUserId}', 'u1') }
      await call(operationId, { ...request, headers: {} })
      if (method === 'GET') continue
      await call(operationId, { ...request, payload: { name: 'x'.repeat(65_536) } })
      await call(operationId, { ...request, headers: { ...headers, 'content-type': 'text/plain' }, payload: 'a' })
    }

    // Our own failures and slow requests are not provoked here; the limit has its own test below.
    const described = endpointsOf(api).flatMap(({ operationId, responses }) =>
      Object.keys(responses).map((status) => `${operationId} ${status}`),
    )
    assert.deepEqual(
      described.filter((answer) => !seen.has(answer) && !/ (408|429|500|503)$/.test(answer)),
      [],
    )
  })

  it('describes the answer to a call over the limit', async () => {
    const { app, context, partner } = await testApp()
    const { authorization } = await addCredential(context, partner.id, PRODUCTION, 1)
    await app.inject({ url: '/partner/v1/catalog', headers: { authorization } })

    for (const { operationId, method, path } of endpointsOf(api)) {
      const url = path.replace('{externalUserId}', 'u1')
      const response = await app.inject({ method: method as 'GET', url, headers: { authorization } })

      assert.equal(response.statusCode, 429)
      assertDescribed(operationId, response)
    }
  })

  it('quotes the service in its examples of VALIDATION', async () => {
    const { get, post, put, delete: remove } = await testApp()
    const expected = {
      createSession: [await post('/partner/v1/sessions', { email: 'ana', redirectPath: '//x' })],
      upsertUser: [await put(`${USERS}/${LONG}`, {}), await put(`${USERS}/u1`, { email: 1, status: 'X' })],
      getUser: [await get(`${USERS}/%zz`)],
      revokeUser: [await remove(`${USERS}/%zz`)],
      exportUser: [await get(`${USERS}/%zz/data`)],
      eraseUser: [await remove(`${USERS}/%zz/data`)],
      listCatalog: [await get('/partner/v1/catalog?type=x&limit=0'), await get('/partner/v1/catalog?cursor=x')],
      getUsage: [await get('/partner/v1/usage?month=2026-13')],
    }

    for (const [operationId, responses] of Object.entries(expected)) {
      const sentences = responses.flatMap((response) => response.json().message as string[])
      assert.deepEqual(sentences, faultsOf(operationId), operationId)
    }
  })
})

function faultsOf(operationId: string): string[] {
  const response = endpointsOf(api).find((one) => one.operationId === operationId)?.responses[400]
  const { VALIDATION } = (response as Response).content?.['application/json'].examples ?? {}
  return (VALIDATION as { value: { message: string[] } }).value.message
}

function assertDescribed(operationId: string, response: LightMyRequestResponse): void {
  const label = `${operationId} ${response.statusCode}: ${response.body}`
  const endpoint = endpointsOf(api).find((one) => one.operationId === operationId)
  const described = endpoint?.responses[response.statusCode]
  const { headers = {}, content } = (described && resolveResponse(api, described)) ?? assert.fail(label)
  for (const name of Object.keys(headers)) assert.ok(response.headers[name.toLowerCase()], `${label}: ${name}`)
  if (!content) {
    assert.equal(response.body, '', label)
    return
  }
  const { schema, examples } = content['application/json']
  assert.match(String(response.headers['content-type']), /^application\/json; charset=utf-8$/)
  const body = response.json()
  assert.deepEqual(Schema.Errors({ ...schema, components: api.components }, body), [true, []], label)
  const example = examples?.[body.code]?.value
  if (response.statusCode >= 400 && body.code !== 'VALIDATION') assert.deepEqual(body, example, label)
}
