import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { after, it } from 'node:test'
import { startService } from '../test/running-service.ts'
import { createTestDatabase } from '../test/test-database.ts'

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number }
}
interface Span {
  name: string
  traceId: string
  parentSpanId?: string
  attributes: Attribute[]
}
interface Export {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[]
}

/** A collector of OTLP over HTTP, in JSON, that stores what it receives. */
async function startCollector() {
  const exports: Export[] = []
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST' || request.url !== '/v1/traces') return response.writeHead(404).end()
    exports.push((await json(request)) as Export)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  return { exports, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function startTraced(env: NodeJS.ProcessEnv) {
  const dataDir = await mkdtemp(join(tmpdir(), 'estante-tracing-'))
  const database = await createTestDatabase()
  const service = await startService({ DATA_DIR: dataDir, ...database.env, ...env })
  after(async () => {
    await database.drop()
    await rm(dataDir, { recursive: true })
  })
  return service
}

it('Requests are exported in the trace of their caller, unless it did not sample them, without secrets', async () => {
  const { exports, endpoint } = await startCollector()
  const service = await startTraced({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: 'estante-teste' })
  const { address } = service.ready
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const secret = 'nao-conte-a-ninguem'

  await fetch(`${address}/launch?token=${secret}`, { headers: { traceparent } })
  await fetch(`${address}/play/v1/media/${secret}/manifest.json`)
  await fetch(`${address}/partner/v1/users/${secret}`)
  await fetch(`${address}/partner/v2/users/${secret}`)
  await fetch(`${address}/partner/v1/catalog`, { headers: { authorization: `Basic ${btoa(`a:${secret}`)}` } })
  await fetch(`${address}/play/v1/launch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: secret },
    body: JSON.stringify({ token: secret, key: secret }),
  })
  const unsampled = '00-00f7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00'
  await fetch(`${address}/launch`, { headers: { traceparent: unsampled } })
  service.kill('SIGTERM')
  assert.equal(await service.exit, 0)

  const resources = exports.flatMap(({ resourceSpans }) => resourceSpans)
  const spans = resources.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
  const launched = spans.find(({ name }) => name === 'GET /launch')
  assert.equal(launched?.traceId, '0af7651916cd43dd8448eb211c80319c')
  assert.equal(launched?.parentSpanId, 'b7ad6b7169203331')
  assert.deepEqual(spans.map(({ name }) => name).sort(), [
    'GET',
    'GET /launch',
    'GET /partner/v1/catalog',
    'GET /partner/v1/users/:externalUserId',
    'GET /play/v1/media/*',
    'POST /play/v1/launch',
  ])
  assert.ok(resources[0]?.resource.attributes.some(({ value }) => value.stringValue === 'estante-teste'))
  assert.doesNotMatch(JSON.stringify(exports), new RegExp(`${secret}|${btoa(secret)}|Basic|Bearer`))
  const line = service.log.find(({ route }) => route === '/launch')
  assert.equal(line?.traceId, launched?.traceId)
})

it('The service stops cleanly although the collector is gone, and logs the rejected traces', async () => {
  const service = await startTraced({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4799',
    OTEL_EXPORTER_OTLP_TIMEOUT: '1000',
  })
  await fetch(`${service.ready.address}/launch`)
  service.kill('SIGTERM')

  assert.equal(await service.exit, 0)
  assert.ok(service.log.some(({ msg }) => msg === 'traces not sent'))
})
