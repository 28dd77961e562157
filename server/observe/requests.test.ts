import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { it } from 'node:test'
import { EVENTS_PATH } from '@estante/contract/play/launch.ts'
import { pino } from 'pino'
import { createApp } from '../app.ts'
import { eventually } from '../test/eventually.ts'
import { openPage } from '../test/people.ts'
import { addPartner, testContext } from '../test/test-app.ts'
import { createMetrics } from './metrics.ts'

/** The whole service, listening, and its log. `line` waits for the first line that matches. */
async function logging() {
  const { context, closeFirst } = await testContext()
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const metrics = createMetrics(context)
  const app = createApp({ ...context, log: pino({ base: null }, stream) }, { metrics })
  closeFirst.push(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const line = (matches: (line: Record<string, unknown>) => boolean) => eventually(() => lines.find(matches))
  return { app, metrics, partner: await addPartner(context), address: `http://127.0.0.1:${port}`, line, lines }
}

it('Every request is logged in one line, with its route and outcome', async () => {
  const { address, partner, line, lines } = await logging()

  const response = await fetch(`${address}/partner/v1/users/u%2F1?x=segredo`, {
    headers: { authorization: partner.authorization },
  })

  const { time, ms, ...rest } = await line(({ route }) => route === '/partner/v1/users/:externalUserId')
  assert.deepEqual(rest, {
    level: 30,
    requestId: response.headers.get('x-request-id'),
    method: 'GET',
    route: '/partner/v1/users/:externalUserId',
    status: 404,
    msg: 'request',
  })
  assert.ok(Number.isInteger(ms))
  assert.ok(time)
  assert.doesNotMatch(JSON.stringify(lines), /segredo|Basic |u%2F1/)
})

it('An abandoned request is logged, and counted separately', async () => {
  const { address, line, metrics } = await logging()
  const abandoned = request(`${address}/play/v1/launch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': 100, expect: '100-continue' },
  })
  abandoned.on('error', () => {})
  abandoned.flushHeaders()
  await once(abandoned, 'continue')
  abandoned.destroy()

  const { aborted, status, route } = await line((one) => one.aborted === true)

  assert.deepEqual([aborted, status, route], [true, undefined, '/play/v1/launch'])
  const text = await metrics.registry.metrics()
  assert.match(
    text,
    /^http_server_abandoned_requests_total\{http_request_method="POST",http_route="\/play\/v1\/launch"\} 1$/m,
  )
  assert.doesNotMatch(text, /duration_seconds_count\{[^}]*\/play\/v1\/launch/)
})

it('An open view is counted while it is open, and logged when either side ends it', async () => {
  const { app, address, partner, metrics, line, lines } = await logging()
  const { tokens } = await openPage(app, partner.authorization)
  const counts = () =>
    Promise.all(
      ['estante_open_views', 'http_server_active_requests'].map(
        async (name) => (await metrics.registry.getSingleMetric(name)?.get())?.values[0]?.value,
      ),
    )
  const leaving = new AbortController()
  const headers = { authorization: `Bearer ${tokens.accessToken}` }
  const response = await fetch(`${address}${EVENTS_PATH}`, { headers, signal: leaving.signal })
  await response.body?.getReader().read()
  const staying = await fetch(`${address}${EVENTS_PATH}`, { headers })
  const whileOpen = await counts()
  assert.equal(lines.filter(({ route }) => route === EVENTS_PATH).length, 0)

  leaving.abort()
  const abandoned = await line(({ route }) => route === EVENTS_PATH)
  await app.close()
  const ended = await line(({ route, aborted }) => route === EVENTS_PATH && !aborted)

  assert.deepEqual(whileOpen, [2, 2])
  assert.deepEqual(await counts(), [0, 0])
  const expected = { level: 30, method: 'GET', route: EVENTS_PATH, status: 200, msg: 'request' }
  for (const [view, { time: _, ms, ...rest }, isAborted] of [
    [response, abandoned, { aborted: true }],
    [staying, ended, {}],
  ] as const) {
    assert.deepEqual(rest, { ...expected, ...isAborted, requestId: view.headers.get('x-request-id') })
    assert.ok(Number.isInteger(ms))
  }
})
