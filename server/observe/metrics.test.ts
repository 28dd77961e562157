import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { it } from 'node:test'
import { createApp } from '../app.ts'
import { openPage, pageKey } from '../test/people.ts'
import { addPublication } from '../test/publications.ts'
import { addPartner, testContext } from '../test/test-app.ts'
import { createMetrics } from './metrics.ts'

/** The whole service with metrics, and a function that reads one. */
async function observed() {
  const { context, clock, closeFirst } = await testContext()
  const metrics = createMetrics(context)
  const app = createApp(context, { metrics })
  closeFirst.push(() => app.close())
  await app.ready()
  const partner = await addPartner(context)
  async function readMetric(name: string, labels: Record<string, string | number> = {}): Promise<number> {
    const metric = await metrics.registry.getSingleMetric(name)?.get()
    assert.ok(metric, name)
    const matches = (given: object) =>
      Object.entries(labels).every(([label, value]) => given[label as keyof typeof given] === value)
    return metric.values.filter((one) => matches(one.labels)).reduce((sum, one) => sum + one.value, 0)
  }
  return { app, context, clock, partner, metrics, readMetric }
}

it('Requests are counted by route and status, and no address is a label', async () => {
  const { app, partner, metrics } = await observed()
  const { authorization } = partner

  await app.inject({ url: '/partner/v1/users/ana%40example.com', headers: { authorization } })
  await app.inject({ url: '/partner/v1/users/rui%40example.com', headers: { authorization } })
  await app.inject({ url: '/partner/v1/users/eva%40example.com' })
  await app.inject({ url: '/qualquer/coisa?token=segredo' })
  await app.inject({ url: '/partner/v1/users/%ZZ', headers: { authorization } })

  const text = await metrics.registry.metrics()
  const count = (method: string, route: string, status: number) =>
    Number(
      new RegExp(
        `^http_server_request_duration_seconds_count\\{http_request_method="${method}",http_route="${route}",http_response_status_code="${status}"\\} (\\d+)$`,
        'm',
      ).exec(text)?.[1],
    )
  assert.equal(count('GET', '/partner/v1/users/:externalUserId', 404), 2)
  assert.equal(count('GET', '/partner/v1/users/:externalUserId', 401), 1)
  assert.equal(count('GET', 'none', 404), 1)
  assert.equal(count('GET', 'none', 400), 1)
  assert.doesNotMatch(text, /example\.com|segredo|qualquer|%ZZ/)
  assert.match(text, /^http_server_active_requests 0$/m)
})

it('Launches are counted as minted, opened and refused, with the reason', async () => {
  const { app, clock, partner, context, readMetric } = await observed()
  const mint = async (externalUserId: string) => {
    const headers = { authorization: partner.authorization }
    const answer = await app.inject({
      method: 'POST',
      url: '/partner/v1/sessions',
      headers,
      payload: { externalUserId },
    })
    return answer.json().launchToken as string
  }
  const open = (token: string) =>
    app.inject({ method: 'POST', url: '/play/v1/launch', payload: { token, key: pageKey() } })
  const [used, late, revoked] = [await mint('u1'), await mint('u2'), await mint('u3')]

  await open(used)
  await open(used)
  await context.db.write((tx) =>
    tx.updateTable('member').set({ revoked_at: clock.now() }).where('external_user_id', '=', 'u3').execute(),
  )
  await open(revoked)
  clock.advance(60_001)
  const refusal = await open(late)
  await open(used.replace(/.{5}$/, 'AAAAA'))
  await open('nada')

  const refused = (reason: string) => readMetric('estante_launches_refused_total', { reason })
  assert.equal(await readMetric('estante_launches_minted_total'), 3)
  assert.equal(await readMetric('estante_launches_opened_total'), 1)
  for (const reason of ['used', 'expired', 'revoked', 'unknown', 'malformed']) {
    assert.equal(await refused(reason), 1, reason)
  }
  assert.equal(refusal.json().code, 'INVALID_LAUNCH_TOKEN')
})

it('Leases with a heartbeat in the last minute count as active, and credited time is counted once', async () => {
  const { app, clock, partner, context, readMetric } = await observed()
  const page = await openPage(app, partner.authorization)
  const publicationId = await addPublication(context, { type: 'audiobook', title: 'O farol' })
  const leaseId = randomUUID()
  const beat = (sequence: number, activeMs: number) =>
    page.post('/play/v1/activity', { leaseId, publicationId, idleMs: 0, sequence, activeMs })

  await beat(1, 0)
  clock.advance(15_000)
  await beat(2, 15_000)
  await beat(2, 15_000)
  const listenersThen = await readMetric('estante_active_listeners')
  clock.advance(60_000)

  assert.equal(listenersThen, 1)
  assert.equal(await readMetric('estante_active_listeners'), 0)
  assert.equal(await readMetric('estante_active_readers'), 0)
  assert.equal(await readMetric('estante_heartbeats_total', { type: 'audiobook' }), 3)
  assert.equal(await readMetric('estante_credited_seconds_total', { type: 'audiobook' }), 15)
})

it('Counters of the alert about nobody listening begin at zero', async () => {
  const { metrics } = await observed()

  const text = await metrics.registry.metrics()

  for (const type of ['audiobook', 'ebook'])
    assert.ok(text.includes(`estante_credited_seconds_total{type="${type}"} 0\n`))
})

it('The queue of writes and the database’s connections are gauges', async () => {
  const { context, readMetric } = await observed()

  const hold = Promise.withResolvers<void>()
  const held = context.db.write(() => hold.promise)
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

  try {
    assert.equal(await readMetric('estante_database_connections_busy'), 1)
    assert.ok((await readMetric('estante_database_connections_open')) >= 1)
    assert.equal(await readMetric('estante_database_waiting'), 0)
  } finally {
    hold.resolve()
    await held
  }
})
