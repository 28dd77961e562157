import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { readConfig } from '../config.ts'
import { startServer } from '../main.ts'
import { testApp } from '../test/test-app.ts'
import { createTestDatabase } from '../test/test-database.ts'

async function started(env: NodeJS.ProcessEnv) {
  const dataDir = await mkdtemp(join(tmpdir(), 'estante-metrics-'))
  const database = await createTestDatabase()
  const server = await startServer(
    readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', ...database.env, ...env }),
  )
  after(async () => {
    await server.close()
    await database.drop()
    await rm(dataDir, { recursive: true })
  })
  return server
}

it('Metrics are served on their own address, and nothing else is', async () => {
  const { address, metricsAddress } = await started({ METRICS_PORT: '0' })
  assert.ok(metricsAddress)
  await fetch(`${address}/partner/v1/catalog`)

  const response = await fetch(metricsAddress)

  const text = await response.text()
  assert.equal(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
  assert.match(text, /http_route="\/partner\/v1\/catalog",http_response_status_code="401"\} 1/)
  assert.match(text, /^nodejs_eventloop_lag_seconds /m)
  for (const path of ['/', '/healthz', '/partner/v1/catalog', '/metrics/x']) {
    assert.equal((await fetch(new URL(path, metricsAddress))).status, 404, path)
  }
  assert.equal((await fetch(metricsAddress, { method: 'POST' })).status, 404)
})

it('there are no metrics unless they are configured', async () => {
  const { metricsAddress } = await started({})

  assert.equal(metricsAddress, undefined)
})

it('Partners and members cannot reach the metrics, under any host or spelling', async () => {
  const { address } = await started({ METRICS_PORT: '0' })
  const { app } = await testApp({ baseUrl: 'https://api.example.com', playUrl: 'https://livros.example.com' })

  for (const path of ['/metrics', '/metrics/', '/%6detrics', '//metrics', '/metrics?x']) {
    assert.doesNotMatch(await (await fetch(address + path)).text(), /nodejs_|http_server_/, path)
    for (const host of ['api.example.com', 'livros.example.com', '127.0.0.1']) {
      assert.equal((await app.inject({ url: path, headers: { host } })).statusCode, 404, `${host} ${path}`)
    }
  }
})
