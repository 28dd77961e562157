import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Anomaly, Health } from '@estante/contract/panel/health.ts'
import { toMonth } from '../calendar.ts'
import { addCalls, quarterOf } from '../credentials/calls-by-day.ts'
import { newUuid, toKey } from '../db/ids.ts'
import { PRODUCTION } from '../environment.ts'
import { joinPanel } from '../test/panel.ts'
import { openPage } from '../test/people.ts'
import { addPartner, testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'
import { findAnomalies } from './anomalies.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

async function operated() {
  const test = await testApp()
  const operator = await joinPanel(test.app, test.context, null, 'operator')
  const read = async () => (await operator.get('/panel/v1/health')).json() as Health
  const find = () => findAnomalies(test.db, test.clock.now(), test.context.config)
  return { ...test, operator, read, find }
}

type Service = Awaited<ReturnType<typeof operated>>

/** Writes the metrics of a minute in the past. */
function addMinute(
  { db, clock }: Service,
  minutesAgo: number,
  surface: 'partner' | 'play',
  status_class: number,
  calls: number,
  ms_total: number,
  ms_max: number,
) {
  const minute = Math.floor(clock.now() / MINUTE_MS) - minutesAgo
  return db.write((tx) =>
    tx.insertInto('request_minute').values({ minute, surface, status_class, calls, ms_total, ms_max }).execute(),
  )
}

const kindsOf = (found: Anomaly[]) => found.map(({ kind }) => kind)

describe('The health of the service', () => {
  it('shows the last hour by minute: calls, refusals, failures and latency', async () => {
    const service = await operated()
    await addMinute(service, 1, 'partner', 2, 8, 80, 30)
    await addMinute(service, 1, 'play', 4, 1, 10, 10)
    await addMinute(service, 1, 'partner', 5, 1, 10, 400)
    await addMinute(service, 60, 'play', 2, 5, 5, 1)
    await addMinute(service, 61, 'play', 2, 7, 7, 1)
    await addMinute(service, 0, 'play', 2, 9, 9, 1)

    const { hour, surfaces } = await service.read()

    assert.equal(hour.length, 60)
    const { at, ...last } = hour.at(-1) ?? { at: '' }
    assert.equal(Date.parse(at), service.clock.now() - MINUTE_MS)
    assert.deepEqual(last, { calls: 10, refused: 1, failed: 1, msMean: 10, msMax: 400 })
    assert.equal(hour[0]?.calls, 5)
    assert.deepEqual(hour[1], { ...hour[1], calls: 0, msMean: 0, msMax: 0 })
    assert.deepEqual([surfaces.partner.calls, surfaces.play.calls, surfaces.panel.calls], [9, 6, 0])
  })

  it('shows the last day by quarters of an hour', async () => {
    const service = await operated()
    await addMinute(service, 1, 'partner', 2, 8, 80, 30)
    await addMinute(service, 14, 'partner', 2, 4, 40, 10)
    await addMinute(service, 24 * 60, 'partner', 2, 3, 3, 1)
    await addMinute(service, 24 * 60 + 1, 'partner', 2, 1, 1, 1)

    const { day } = await service.read()

    assert.deepEqual([day.length, day[0]?.calls, day.at(-1)?.calls, day.at(-1)?.msMax], [96, 3, 12, 30])
  })

  it('describes the database, the storage, the node and the imports', async () => {
    const { context, clock, read } = await operated()

    const { database, storage, node, imports } = await read()

    assert.deepEqual([database.kind, database.isReachable, database.waiting], [context.db.kind, true, 0])
    assert.ok((database.bytes ?? 0) > 10_000)
    assert.deepEqual([storage.kind, storage.isReachable], ['disk', true])
    assert.ok((storage.freeBytes ?? 0) > 0 && (storage.totalBytes ?? 0) >= (storage.freeBytes ?? 0))
    assert.match(node.version, /^\d+\.\d+\.\d+/)
    assert.equal(Date.parse(node.now), clock.now())
    assert.deepEqual(imports, { running: 0, waiting: 0 })
  })

  it('says by how much the node’s clock is ahead of PostgreSQL’s', ON_PG, async () => {
    const { app, context, clock } = await testApp()
    const aheadMs = 3_600_000
    clock.advance(Date.now() + aheadMs - clock.now())
    const operator = await joinPanel(app, context, null, 'operator')

    const { clockSkewMs } = ((await operator.get('/panel/v1/health')).json() as Health).node

    if (context.db.kind === 'sqlite') return assert.equal(clockSkewMs, null)
    assert.ok(clockSkewMs !== null && clockSkewMs <= aheadMs && clockSkewMs > aheadMs - 60_000, String(clockSkewMs))
  })
})

describe('anomalies', () => {
  it('are none in normal use', async () => {
    const { app, partner, get, find } = await operated()
    await get('/partner/v1/catalog')
    await openPage(app, partner.authorization)

    assert.deepEqual(await find(), [])
  })

  it('include a member with more usage than one person can have, this month or last', async () => {
    const { app, db, clock, partner, find } = await operated()
    const { profile } = await openPage(app, partner.authorization, 'cliente-9')
    assert.ok(profile)
    const member = await db.read.selectFrom('member').select('id').executeTakeFirstOrThrow()
    const subject = { partner_id: partner.id, environment: PRODUCTION, member_id: member.id } as const
    await db.write(async (tx) => {
      for (const month of ['2026-11', '2026-10', '2026-09'].map(toMonth)) {
        const row = { ...subject, month, kind: 'listening-300h', at: clock.now(), value: 1_080_000 } as const
        await tx.insertInto('usage_anomaly').values(row).execute()
      }
    })

    const found = await find()

    assert.deepEqual(kindsOf(found), ['listening-300h', 'listening-300h'])
    assert.deepEqual(
      [found[0]?.subject, found[0]?.value, found[0]?.partner.slug],
      ['cliente-9', 1_080_000, partner.slug],
    )
  })

  it('include a partner of whose links a fifth was refused', async () => {
    const { context, db, clock, post, partner, caller, find } = await operated()
    const other = await addPartner(context)
    for (let index = 0; index < 25; index++) {
      await post('/partner/v1/sessions', { externalUserId: `u${index}` })
      await caller(other).post('/partner/v1/sessions', { externalUserId: `u${index}` })
    }
    await db.write(async (tx) => {
      for (const [partnerId, count] of [
        [partner.id, 5],
        [other.id, 4],
      ] as const) {
        const rows = await tx
          .selectFrom('launch')
          .select('id')
          .where('partner_id', '=', partnerId)
          .limit(count)
          .execute()
        const ids = rows.map(({ id }) => id)
        const refusal = { refused_at: clock.now(), refused_reason: 'expired' } as const
        await tx.updateTable('launch').set(refusal).where('id', 'in', ids).execute()
      }
    })

    const found = await find()

    assert.deepEqual(
      found.map(({ kind, value, usual, partner: { slug } }) => ({ kind, value, usual, slug })),
      [{ kind: 'launches-refused', value: 5, usual: 25, slug: partner.slug }],
    )
    clock.advance(2 * DAY_MS)
    assert.deepEqual(await find(), [])
  })

  it('include a credential with a hundred refused calls in a day', async () => {
    const { db, clock, partner, find } = await operated()
    const call = {
      partner_id: partner.id,
      environment: PRODUCTION,
      credential_id: partner.credentialId,
      method: 'GET',
      route: '/partner/v1/catalog',
      ms: 1,
    } as const
    const add = (at: number, status: number, omitted: number) =>
      db.write((tx) =>
        tx
          .insertInto('request_log')
          .values({ ...call, id: toKey(newUuid()), at, status, omitted, code: null })
          .execute(),
      )
    await add(clock.now(), 401, 59)
    await add(clock.now(), 429, 38)
    await add(clock.now(), 404, 500)
    await add(clock.now() - 2 * DAY_MS, 401, 500)

    const before = await find()
    await add(clock.now(), 401, 0)
    const after = await find()

    assert.deepEqual(before, [])
    assert.deepEqual([kindsOf(after), after[0]?.value, after[0]?.subject], [['calls-refused'], 100, 'Backend'])
  })

  it('include a partner with three times more calls today than on any day of its week', async () => {
    const { db, clock, context, partner, find } = await operated()
    const add = (daysAgo: number, calls: number) =>
      db.write((tx) => {
        const quarter = quarterOf(clock.now() - daysAgo * DAY_MS)
        return addCalls(tx, context.config.timeZone, partner.credentialId, new Map([[quarter, calls]]))
      })
    for (const daysAgo of [1, 2, 3, 4, 5, 6, 7]) await add(daysAgo, 700)
    await add(8, 100_000)
    await add(0, 2100)

    const before = await find()
    await add(0, 1)
    const after = await find()

    assert.deepEqual(before, [])
    assert.deepEqual([kindsOf(after), after[0]?.value, after[0]?.usual], [['calls-above-week'], 2101, 700])
  })

  it('include an active credential unused for a month', async () => {
    const { context, db, clock, partner, find } = await operated()
    const other = await addPartner(context)
    await db.write((tx) =>
      tx.updateTable('credential').set({ revoked_at: clock.now() }).where('client_id', '=', other.clientId).execute(),
    )
    clock.advance(31 * DAY_MS)

    const found = await find()

    assert.deepEqual(
      found.map(({ kind, partner: { slug }, value }) => ({ kind, slug, value })),
      [{ kind: 'credential-unused', slug: partner.slug, value: 31 }],
    )
  })
})
