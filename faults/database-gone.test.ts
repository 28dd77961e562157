import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { eventually } from '@estante/server/test/eventually.ts'
import { type PostgresServer, startPostgres } from '@estante/server/test/postgres-server.ts'
import pg from 'pg'
import { readMemory } from './memory.ts'
import {
  type Credential,
  call,
  createCredential,
  createPartner,
  type OpenView,
  openView,
  type SignedInPage,
  signIn,
  userPath,
} from './people.ts'
import { callEverything, isRetryable, untilReady } from './requests.ts'
import { type Service, startService } from './service.ts'

const FLAT_BYTES = 150_000_000

let folder: string
let postgres: PostgresServer
let service: Service
let partner: Credential
let member: SignedInPage
let refreshing: SignedInPage
let view: OpenView

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'estante-gone-'))
  postgres = await startPostgres({ maxConnections: 30 })
  const settings = { DATABASE_URL: postgres.url, DATA_DIR: join(folder, 'data') }
  service = await startService(settings)
  partner = await createCredential(settings, await createPartner(settings))
  refreshing = await signIn(service.address, partner.authorization, 'outro')
  member = await signIn(service.address, partner.authorization, 'aberto')
  view = await openView(service.address, member)
})
after(async () => {
  await service?.kill()
  await postgres?.stop()
  await rm(folder, { recursive: true })
})

describe('While the database', { timeout: 280_000 }, () => {
  it('is stopped, every call gets a retryable 503, and the service recovers by itself', async () => {
    const { address } = service
    await postgres.halt()

    const answers = await callEverything(address, partner, member, refreshing)
    const [alive, ready] = [await call(address, 'GET', '/healthz'), await call(address, 'GET', '/readyz')]
    await postgres.start()
    await untilReady(address)
    const later = await callEverything(address, partner, member, refreshing)

    assert.deepEqual(
      answers.filter((answer) => !isRetryable(answer)).map(({ text }) => text),
      [],
    )
    assert.deepEqual([alive.status, ready.status], [200, 503])
    assert.deepEqual(
      later.filter(({ status }) => status >= 500).map(({ text }) => text),
      [],
    )
  })

  it('is killed with calls in flight, the service goes on', async () => {
    const { address } = service
    let isOver = false
    const statuses = new Set<number>()
    const callers = Array.from({ length: 8 }, async () => {
      while (!isOver)
        for (const { status } of await callEverything(address, partner, member, refreshing)) statuses.add(status)
    })

    try {
      await eventually(() => statuses.size > 0)
      await postgres.kill()
      await eventually(() => statuses.has(503))
      await postgres.start()
      await untilReady(address)
    } finally {
      isOver = true
    }
    await Promise.all(callers)
    const later = await callEverything(address, partner, member, refreshing)

    assert.ok(statuses.has(503) && !statuses.has(500), [...statuses].join())
    assert.deepEqual(
      later.filter(({ status }) => status >= 500).map(({ text }) => text),
      [],
    )
  })

  it('is frozen, every call gets a retryable 503, none hangs, and memory stays flat', async (test) => {
    const { address, pid } = service
    // A new session: the test before may have used up the budget of every other, for refreshing too.
    const fresh = await signIn(address, partner.authorization, 'novato')
    const freshlyRefreshing = await signIn(address, partner.authorization, 'recente')
    const memory = await readMemory(pid)
    await postgres.freeze()
    const since = performance.now()

    const asking = Promise.all(
      Array.from({ length: 30 }, () => callEverything(address, partner, fresh, freshlyRefreshing)),
    )
    const isAsking = asking.then(
      () => false,
      () => false,
    )
    let slowestMs = 0
    const alive = new Set<number>()
    while (await Promise.race([isAsking, wait(50, true)])) {
      const before = performance.now()
      alive.add((await call(address, 'GET', '/healthz')).status)
      slowestMs = Math.max(slowestMs, performance.now() - before)
    }
    const answers = (await asking).flat()
    const ready = await call(address, 'GET', '/readyz')
    const seconds = (performance.now() - since) / 1000
    const grown = (await readMemory(pid)) - memory
    await postgres.thaw()
    await untilReady(address)
    const later = await callEverything(address, partner, fresh, freshlyRefreshing)

    test.diagnostic(`${answers.length} calls all answered after ${seconds.toFixed(1)} s`)
    test.diagnostic(`/healthz answered within ${slowestMs.toFixed(0)} ms; memory grew ${Math.round(grown / 1e6)} MB`)
    assert.deepEqual(
      answers.filter((answer) => !isRetryable(answer)).map(({ text }) => text),
      [],
    )
    assert.deepEqual(alive, new Set([200]))
    assert.equal(ready.status, 503)
    assert.ok(grown < FLAT_BYTES, `${grown} bytes`)
    assert.deepEqual(
      later.filter(({ status }) => status >= 500).map(({ text }) => text),
      [],
    )
  })

  it('has no connection left, every call gets a retryable 503', async () => {
    const { address } = service
    const hogs = await takeAllConnections()

    const answers = await callEverything(address, partner, member, refreshing)
    await Promise.all(hogs.map((hog) => hog.end()))
    await untilReady(address)
    const later = await callEverything(address, partner, member, refreshing)

    assert.deepEqual(
      answers.filter((answer) => !isRetryable(answer)).map(({ text }) => text),
      [],
    )
    assert.deepEqual(
      later.filter(({ status }) => status >= 500).map(({ text }) => text),
      [],
    )
  })

  it('comes and goes, an open view stays open and still receives a revocation', async () => {
    const { authorization } = partner

    const revoked = await call(service.address, 'DELETE', userPath('aberto'), { authorization })

    assert.equal(revoked.status, 204)
    assert.match(await view.ended, /event: session-ended/)
  })
})

/**
 * Connects until the server refuses, and terminates all other connections. The service reconnects at once, and a
 * connection that opens or closes occupies a slot too, so repeats until nothing changes twice in a row.
 */
async function takeAllConnections(): Promise<pg.Client[]> {
  const hogs = await connectUntilRefused()
  for (let still = 0; still < 2; still++) {
    const own = hogs.map(({ processID }: pg.Client & { processID?: number }) => processID)
    const { rowCount } = await (hogs[0] as pg.Client).query(CUT_THE_OTHERS, [own])
    const more = await connectUntilRefused()
    hogs.push(...more)
    if (rowCount || more.length > 0) still = -1
  }
  return hogs
}

const CUT_THE_OTHERS = `select pg_terminate_backend(pid) from pg_stat_activity
  where backend_type = 'client backend' and pid <> all($1::int[])`

async function connectUntilRefused(): Promise<pg.Client[]> {
  const hogs: pg.Client[] = []
  for (;;) {
    const hog = new pg.Client({ connectionString: postgres.url })
    hog.on('error', () => {})
    try {
      await hog.connect()
      hogs.push(hog)
    } catch {
      return hogs
    }
  }
}
