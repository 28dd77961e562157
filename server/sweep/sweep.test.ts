import assert from 'node:assert/strict'
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { commandLine } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { revokeCredential } from '../credentials/credential.ts'
import { firstUuidOf, newId, toKey, toUuid } from '../db/ids.ts'
import { PRODUCTION } from '../environment.ts'
import { grantMedia } from '../media/grant.ts'
import { hashSecret } from '../secrets.ts'
import { eventually } from '../test/eventually.ts'
import { exchange as exchangeLaunch, openPage } from '../test/people.ts'
import { addPublication } from '../test/publications.ts'
import { addCredential, testApp, testContext } from '../test/test-app.ts'
import { ON_PG, testsOn } from '../test/test-database.ts'
import { startSweeping, sweep } from './sweep.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

describe('a swept launch', ON_PG, () => {
  it('is refused like an expired one', async () => {
    const { launch, exchange, context, clock, count } = await service()
    const token = await launch()
    clock.advance(30 * DAY_MS)
    const expired = await exchange(token)
    await sweep(context)
    assert.equal(await count('launch'), 1)

    clock.advance(2 * MINUTE_MS)
    const removed = await sweep(context)

    const swept = await exchange(token)
    assert.deepEqual([removed.launches, await count('launch')], [1, 0])
    assert.deepEqual([swept.statusCode, swept.json()], [expired.statusCode, expired.json()])
  })
})

describe('a live row', ON_PG, () => {
  it('stays when the clock jumps ahead by an hour and back', async () => {
    const { launch, exchange, open, context, clock } = await service()
    const [token, page] = [await launch(), await open()]

    clock.advance(HOUR_MS)
    await sweep(context)
    clock.advance(-HOUR_MS)

    assert.equal((await exchange(token)).statusCode, 200)
    assert.equal((await page.get('/play/v1/profile')).statusCode, 200)
  })

  it('stays among expired rows', async () => {
    const { context, clock } = await testContext()
    const now = clock.now()
    const expiries = Array.from({ length: 2300 }, () => Math.round(now + (Math.random() - 0.8) * 60 * DAY_MS))
    await addLaunches(context, expiries)

    await sweep(context)

    const left = await context.db.read.selectFrom('launch').select('expires_at').execute()
    assert.deepEqual(
      left.map((row) => row.expires_at).sort(),
      expiries.filter((expiresAt) => expiresAt >= now - 30 * DAY_MS).sort(),
    )
  })

  it('stays in concurrent sweeps, which remove each expired row once', async () => {
    const { context, clock } = await testContext()
    await addLaunches(context, Array(1600).fill(clock.now() - 31 * DAY_MS))
    await addLaunches(context, Array(20).fill(clock.now()))

    const removed = await Promise.all([sweep(context), sweep(context)])

    assert.equal(
      removed.reduce((sum, { launches = 0 }) => sum + launches, 0),
      1600,
    )
    assert.equal((await context.db.read.selectFrom('launch').select('id').execute()).length, 20)
  })
})

describe('a swept member session', ON_PG, () => {
  it('is refused like an expired one: its tokens and its signed addresses', async () => {
    const { open, refusals, refresh, context, clock, count } = await service()
    const old = await open()
    const addresses = { ...old, ...(await sessionOf(context)) }
    clock.advance(30 * DAY_MS + 1)
    const expired = await refusals(addresses)
    const page = await open()
    clock.advance(DAY_MS)

    const removed = await sweep(context)

    assert.deepEqual([removed.memberSessions, await count('member_session')], [1, 1])
    assert.deepEqual(await refusals(addresses), expired)
    assert.equal((await refresh(page.tokens.refreshToken)).statusCode, 200)
  })

  it('is refused like one that a reused token ended', async () => {
    const { open, refusals, refresh, context, clock, count } = await service()
    const page = await open()
    const addresses = { ...page, ...(await sessionOf(context)) }
    const { refreshToken } = (await refresh(page.tokens.refreshToken)).json()
    clock.advance(2 * MINUTE_MS)
    await refresh(page.tokens.refreshToken)
    clock.advance(DAY_MS)
    const ended = await refusals(addresses)
    assert.equal(await count('member_session'), 1)

    clock.advance(1)
    const removed = await sweep(context)

    assert.deepEqual([removed.endedMemberSessions, await count('member_session')], [1, 0])
    assert.deepEqual(await refusals(addresses), ended)
    assert.equal((await refresh(refreshToken)).statusCode, 401)
  })
})

describe('a lease', ON_PG, () => {
  it('that was swept is credited nothing for the past, and counts again from now on', async () => {
    const { lease, listened, context, clock, count } = await service()
    const beat = await lease()
    await beat(1, 0)
    clock.advance(15_000)
    await beat(2, 15_000)
    clock.advance(8 * DAY_MS)

    const removed = await sweep(context)
    assert.deepEqual([removed.leases, await count('lease')], [1, 0])
    await beat(3, 3 * DAY_MS)
    assert.equal(await listened(), 15)
    clock.advance(10_000)
    await beat(4, 3 * DAY_MS + 10_000)

    assert.equal(await listened(), 25)
  })

  it('that may still be credited stays, however old', async () => {
    const { lease, listened, context, clock } = await service()
    const beat = await lease()
    await beat(1, 0)
    clock.advance(8 * DAY_MS + HOUR_MS)
    await beat(2, 60_000)

    await sweep(context)
    clock.advance(15_000)
    await beat(3, 75_000)

    assert.equal(await listened(), 75)
  })
})

describe('The request log', ON_PG, () => {
  it('is retained for 30 days, by call and by minute', async () => {
    const { context, clock } = await testContext()
    const { db } = context
    const retainedFrom = clock.now() - 30 * DAY_MS
    const instants = Array.from({ length: 1300 }, (_, index) => retainedFrom + (index - 1000) * MINUTE_MS)
    await db.write((tx) =>
      tx
        .insertInto('request_log')
        .values(instants.map((at, index) => loggedCall(1 + (index % 3), at)))
        .execute(),
    )
    const counts = { surface: 'partner' as const, status_class: 2, calls: 1, ms_total: 1, ms_max: 1 }
    await db.write((tx) =>
      tx
        .insertInto('request_minute')
        .values(instants.map((at) => ({ ...counts, minute: Math.floor(at / MINUTE_MS) })))
        .execute(),
    )

    const removed = await sweep(context)

    const [calls, minutes] = [
      await db.read.selectFrom('request_log').select('at').orderBy('at').execute(),
      await db.read.selectFrom('request_minute').select('minute').orderBy('minute').execute(),
    ]
    assert.deepEqual([removed.loggedCalls, removed.requestMinutes], [1000, 1000])
    assert.deepEqual([calls[0]?.at, calls.length], [retainedFrom, 300])
    assert.deepEqual([minutes[0]?.minute, minutes.length], [Math.floor(retainedFrom / MINUTE_MS), 300])
  })
})

describe('the history of a member’s access', ON_PG, () => {
  it('is retained for 30 days, for every partner', async () => {
    const { context, clock } = await testContext()
    const { db } = context
    const retainedFrom = clock.now() - 30 * DAY_MS
    const rows = Array.from({ length: 600 }, (_, index) => {
      const at = retainedFrom + (index - 500) * MINUTE_MS
      return {
        partner_id: index % 2,
        member_id: 1,
        id: toKey(`${firstUuidOf(at)}${randomUUIDv7().slice(13)}`),
        at,
        kind: 0,
      }
    })
    await db.write((tx) => tx.insertInto('access_event').values(rows).execute())

    const { accessEvents } = await sweep(context)

    const left = await db.read.selectFrom('access_event').select('at').orderBy('at').execute()
    assert.deepEqual([accessEvents, left.length, left[0]?.at], [500, 100, retainedFrom])
  })
})

describe('a credential’s count of calls', ON_PG, () => {
  it('leaves a year after its day, in every time zone', async () => {
    const { context, db, clock, partner } = await service()
    const { credentialId: credential_id } = partner
    const days = ['2025-11-10', '2025-11-11', '2025-11-12', '2026-11-12']
    const rows = days.map((day) => ({ credential_id, day, calls: 1 }))
    await db.write((tx) => tx.insertInto('credential_day').values(rows).execute())

    const { credentialDays } = await sweep(context)

    const left = await db.read.selectFrom('credential_day').select('day').orderBy('day').execute()
    assert.equal(new Date(clock.now()).toISOString().slice(0, 10), '2026-11-12')
    assert.deepEqual([credentialDays, left.map(({ day }) => day)], [1, days.slice(1)])
  })
})

describe('a revoked credential', ON_PG, () => {
  it('leaves a year later, once the log has no call of it; the audit still names it', async () => {
    const { context, db, clock, partner } = await service()
    const [idle, logged] = [await addCredential(context, partner.id), await addCredential(context, partner.id)]
    for (const { clientId } of [idle, logged]) {
      await revokeCredential(db, clock.now(), { clientId }, commandLine(partner.id))
    }
    await db.write((tx) =>
      tx
        .insertInto('credential_day')
        .values({ credential_id: idle.credentialId, day: '2026-11-01', calls: 1 })
        .execute(),
    )
    clock.advance(365 * DAY_MS)
    const call = { ...loggedCall(logged.credentialId, clock.now() - DAY_MS), partner_id: partner.id }
    await db.write((tx) => tx.insertInto('request_log').values(call).execute())

    const early = await sweep(context)
    clock.advance(1)
    const late = await sweep(context)

    const credentials = await db.read.selectFrom('credential').select('id').orderBy('id').execute()
    const days = await db.read.selectFrom('credential_day').select('day').execute()
    const audited = await db.read
      .selectFrom('audit')
      .select('subject')
      .where('act', '=', 'credential-revoked')
      .execute()
    assert.deepEqual([early.revokedCredentials, late.revokedCredentials], [0, 1])
    assert.deepEqual(
      credentials.map(({ id }) => id),
      [partner.credentialId, logged.credentialId],
    )
    assert.deepEqual(days, [])
    assert.deepEqual(audited.map(({ subject }) => subject).sort(), [idle.clientId, logged.clientId].sort())
  })
})

describe('an address in the audit', ON_PG, () => {
  it('is removed after twelve months; the entry stays, still without a signed-in admin', async () => {
    const { context, clock } = await testContext()
    const retainedFrom = clock.now() - 12 * 31 * DAY_MS
    const entries = Array.from({ length: 450 }, (_, index) =>
      auditEntry(retainedFrom + (index - 430) * MINUTE_MS, '203.0.113.7'),
    )
    await context.db.write((tx) =>
      tx
        .insertInto('audit')
        .values([...entries, auditEntry(retainedFrom - MINUTE_MS, null)])
        .execute(),
    )

    const removed = await sweep(context)
    const again = await sweep(context)

    const rows = await context.db.read.selectFrom('audit').select(['at', 'address']).orderBy('at').execute()
    const [remaining, gone] = [rows.filter(({ address }) => address), rows.filter(({ address }) => address === '')]
    assert.deepEqual([removed.auditAddresses, again.auditAddresses], [430, 0])
    assert.deepEqual([rows.length, remaining.length, gone.length, remaining[0]?.at], [451, 20, 430, retainedFrom])
  })
})

describe('a configured retention', ON_PG, () => {
  it('applies to links and calls', async () => {
    const { context, clock } = await testContext()
    const retention = { ...context.config.retention, launchesDays: 2, callsDays: 400 }
    await addLaunches(context, [clock.now() - 3 * DAY_MS, clock.now() - DAY_MS])
    await context.db.write((tx) =>
      tx
        .insertInto('request_log')
        .values([399, 401].map((days) => loggedCall(days, clock.now() - days * DAY_MS)))
        .execute(),
    )

    const removed = await sweep({ ...context, config: { ...context.config, retention } })

    assert.deepEqual([removed.launches, removed.loggedCalls], [1, 1])
  })
})

describe('the sweep', ON_PG, () => {
  it('removes interrupted uploads a day later, and no work in progress', async () => {
    const { context } = await testContext()
    const [left, current] = [await context.files.workFolder(), await context.files.workFolder()]
    await writeFile(join(left, 'file'), 'a piece of an upload')
    const earlier = new Date(Date.now() - DAY_MS - MINUTE_MS)
    await utimes(left, earlier, earlier)

    const removed = await sweep(context)

    assert.deepEqual([removed.work, await readdir(dirname(current))], [1, [basename(current)]])
  })

  it('removes call times of credentials without calls for a day, where a table has them', {
    skip: testsOn !== 'postgresql',
  }, async () => {
    const { context, clock, get, partner, caller } = await service()
    await get('/partner/v1/catalog')
    const other = await addCredential(context, partner.id)
    clock.advance(DAY_MS + 1)
    await caller(other).get('/partner/v1/catalog')

    const removed = await sweep(context)

    const { rows } = await sql<{ client_id: string }>`select client_id from client_calls`.execute(context.db.read)
    assert.deepEqual([removed.calls, rows], [1, [{ client_id: other.clientId }]])
  })

  it('continues after a failed removal', async () => {
    const { context, clock } = await testContext()
    await addLaunches(context, [clock.now() - 31 * DAY_MS])
    await context.db.write((tx) => sql`drop table import_claim`.execute(tx))

    const removed = await sweep(context)

    assert.equal(removed.launches, 1)
  })

  it('repeats until it is stopped', async () => {
    const { context, clock } = await testContext()
    await addLaunches(context, Array(300).fill(clock.now() - 31 * DAY_MS))

    const stop = startSweeping(context, { everyMs: 5 })
    await eventually(async () => !(await firstLaunch(context)))
    await addLaunches(context, [clock.now() - 31 * DAY_MS])
    await eventually(async () => !(await firstLaunch(context)))
    await stop()
    await addLaunches(context, [clock.now() - 31 * DAY_MS])
    // By then the sweep would have run a second time.
    const other = await testContext()
    const stopOther = startSweeping(other.context, { everyMs: 5 })
    for (let round = 1; round <= 2; round++) {
      await addLaunches(other.context, [clock.now() - 31 * DAY_MS])
      await eventually(async () => !(await firstLaunch(other.context)))
    }
    await stopOther()

    assert.ok(await firstLaunch(context))
  })
})

function firstLaunch({ db }: Context) {
  return db.read.selectFrom('launch').select('id').executeTakeFirst()
}

async function service() {
  const { app, ...rest } = await testApp()
  const { context, clock, db, partner, post, get } = rest
  const launch = async () => String((await post('/partner/v1/sessions', { externalUserId: 'u1' })).json().launchToken)
  const exchange = (token: string) => exchangeLaunch(app, token)
  const refresh = (refreshToken: string) =>
    app.inject({ method: 'POST', url: '/play/v1/refresh', payload: { refreshToken } })
  const open = () => openPage(app, partner.authorization)
  const count = async (table: 'launch' | 'member_session' | 'lease') =>
    (await db.read.selectFrom(table).select('partner_id').execute()).length

  /** The answers to a page of an ended session: to its tokens, and to a media address signed just now. */
  async function refusals({
    tokens,
    get,
    memberSessionId,
  }: Awaited<ReturnType<typeof open>> & { memberSessionId: string }) {
    const grant = { memberSessionId, publicationId: 'pub_1', revision: 1 }
    const { manifestUrl } = grantMedia(context.signingKey, clock.now(), grant)
    const answers = [await refresh(tokens.refreshToken), await get('/play/v1/profile'), await app.inject(manifestUrl)]
    for (const { statusCode } of answers) assert.equal(statusCode, 401)
    return answers.map(({ body }) => body)
  }

  /** A lease of the same member; each heartbeat comes from a signed-in page. */
  async function lease() {
    const publicationId = await addPublication(context, { type: 'audiobook', title: 'O farol' })
    const leaseId = randomUUID()
    return async (sequence: number, activeMs: number) => {
      const heartbeat = { leaseId, publicationId, sequence, activeMs, idleMs: 0 }
      const { statusCode } = await (await open()).post('/play/v1/activity', heartbeat)
      assert.equal(statusCode, 200)
    }
  }
  const listened = async () => (await get('/partner/v1/usage?month=2026-11')).json().totals.listeningSeconds

  return { ...rest, launch, exchange, refresh, refusals, open, count, lease, listened }
}

async function sessionOf({ db }: Context): Promise<{ memberSessionId: string }> {
  const { id } = await db.read.selectFrom('member_session').select('id').executeTakeFirstOrThrow()
  return { memberSessionId: `mss_${toUuid(id)}` }
}

async function addLaunches({ db }: Context, expiries: number[]): Promise<void> {
  const rows = expiries.map((expiresAt) => ({
    id: toKey(newId('lch')),
    secret_hash: hashSecret(''),
    partner_id: 1,
    environment: PRODUCTION,
    member_id: 1,
    revocation_count: 0,
    created_at: 0,
    expires_at: expiresAt,
  }))
  for (let first = 0; first < rows.length; first += 500) {
    await db.write((tx) =>
      tx
        .insertInto('launch')
        .values(rows.slice(first, first + 500))
        .execute(),
    )
  }
}

function auditEntry(at: number, address: string | null) {
  const id = `aud_${firstUuidOf(at)}${randomUUIDv7().slice(13)}`
  const entry = { partner_id: null, actor: null, act: 'sign-in-failed' as const, subject: null, detail: null }
  return { id, at, address, by_operator: 0, ...entry }
}

function loggedCall(index: number, at: number) {
  return {
    partner_id: index,
    environment: PRODUCTION,
    id: toKey(`${firstUuidOf(at)}${randomUUIDv7().slice(13)}`),
    at,
    credential_id: index,
    method: 'GET',
    route: null,
    status: 200,
    code: null,
    ms: 1,
    omitted: 0,
  }
}
