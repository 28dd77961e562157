import assert from 'node:assert/strict'
import { it } from 'node:test'
import { screenPatterns } from '@estante/contract/screens.ts'
import { testApp } from '../test/test-app.ts'

const settings = { baseUrl: 'https://api.example.com', playUrl: 'https://livros.example.com' }

it('Each host answers only its own addresses when the two differ', async () => {
  const { app } = await testApp(settings)
  const statusOf = async (host: string, url: string) => (await app.inject({ url, headers: { host } })).statusCode

  for (const path of ['/partner/v1/catalog', '/partner/v1/openapi.json', '/docs']) {
    assert.notEqual(await statusOf('api.example.com', path), 404, path)
    assert.equal(await statusOf('livros.example.com', path), 404, path)
  }
  const screens = screenPatterns().map((pattern) => pattern.replace(':id', 'pub_1'))
  for (const path of ['/play/v1/profile', '/launch', ...screens]) {
    assert.equal(await statusOf('api.example.com', path), 404, path)
    assert.notEqual(await statusOf('livros.example.com', path), 404, path)
  }
  for (const host of ['api.example.com', 'livros.example.com']) assert.equal(await statusOf(host, '/healthz'), 200)
})

it('No other spelling of an address or of a host gets past', async () => {
  const { app } = await testApp(settings)
  const statusOf = async (host: string, url: string) => (await app.inject({ url, headers: { host } })).statusCode

  assert.equal(await statusOf('api.example.com', '/%70lay/v1/profile'), 404)
  assert.equal(await statusOf('livros.example.com', '/%70artner/v1/openapi.json'), 404)
  for (const host of ['LIVROS.example.com', 'livros.example.com:443']) {
    assert.equal(await statusOf(host, '/play/v1/profile'), 401)
    assert.equal(await statusOf(host, '/partner/v1/openapi.json'), 404)
  }
})

it('An unknown page is redirected home on the application’s host, and is a 404 on the other', async () => {
  const { app } = await testApp(settings)
  const ask = (host: string, url: string) => app.inject({ url, headers: { host, accept: 'text/html' } })

  assert.match(String((await ask('livros.example.com', '/nada')).headers['content-type']), /^text\//)
  assert.equal((await ask('livros.example.com', '/partner/v1/nada')).json().code, 'NOT_FOUND')
  assert.equal((await ask('api.example.com', '/nada')).json().code, 'NOT_FOUND')
})

it('One host answers everything when both origins are equal', async () => {
  const { app } = await testApp()

  assert.equal((await app.inject('/partner/v1/catalog')).statusCode, 401)
  assert.equal((await app.inject('/play/v1/profile')).statusCode, 401)
})
