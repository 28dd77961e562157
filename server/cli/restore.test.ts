import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { create } from 'tar'
import { readConfig } from '../config.ts'
import { closeContext, openContext } from '../context.ts'
import { pageKey } from '../test/people.ts'
import { startService } from '../test/running-service.ts'
import { addPartner } from '../test/test-app.ts'
import { createTestDatabase, testsOn } from '../test/test-database.ts'

const ESTANTE = fileURLToPath(new URL('./estante.ts', import.meta.url))
const BOOK = fileURLToPath(new URL('../../formats/fixtures/audio/relogio.mp3', import.meta.url))
const MONTH = '2026-11'

type Kind = typeof testsOn
const kinds: Kind[] = testsOn === 'postgresql' ? ['sqlite', 'postgresql'] : ['sqlite']
const pairs = kinds.flatMap((from) => kinds.map((to) => [from, to] as const))

interface House {
  DATA_DIR: string
  DATABASE_URL?: string
  LOG_LEVEL: string
}

async function emptyHouse(kind: Kind): Promise<House> {
  const dataDir = await mkdtemp(join(tmpdir(), 'estante-house-'))
  const database = kind === 'sqlite' ? undefined : await createTestDatabase()
  after(async () => {
    await database?.drop()
    await rm(dataDir, { recursive: true })
  })
  return { DATA_DIR: dataDir, LOG_LEVEL: 'info', ...database?.env }
}

/** Runs a command as an operator does. */
function estante(house: House, ...args: string[]): Promise<{ code: number; out: string; error: string }> {
  return new Promise((resolve) => {
    const { DATABASE_URL: _, ...rest } = process.env
    const env = { ...rest, ...house, LOG_LEVEL: 'warn' }
    execFile(process.execPath, [ESTANTE, ...args], { env, timeout: 50_000 }, (failure, out, error) => {
      resolve({ code: typeof failure?.code === 'number' ? failure.code : failure ? 1 : 0, out, error })
    })
  })
}

/** A house in use: a partner, a book, and a member's month. */
async function furnishedHouse(kind: Kind) {
  const house = await emptyHouse(kind)
  const context = await openContext(readConfig({ ...house, LOG_LEVEL: 'silent' }))
  const partner = await addPartner(context)
  await closeContext(context)
  assert.equal((await estante(house, 'catalog', 'import', BOOK)).code, 0)
  const service = await startService({ ...house, ...(house.DATABASE_URL ? {} : { DATABASE_URL: '' }) })
  const { caller } = visit(service.ready.address, partner.authorization)
  const { user } = await caller.json('POST', '/partner/v1/sessions', { externalUserId: 'ana' })
  const inside = await openContext(readConfig({ ...house, LOG_LEVEL: 'silent' }))
  await inside.db.write((tx) =>
    tx
      .insertInto('usage_month')
      .values({
        partner_id: partner.id,
        environment: 'production',
        month: MONTH,
        external_user_id: 'ana',
        member_id: user.id,
        listening_ms: 754_000,
        content_ms: 800_000,
        reading_ms: 0,
        titles_started: 2,
        chapters_read: 3,
        last_activity_at: Date.parse('2026-11-12T18:00:00Z'),
      })
      .execute(),
  )
  await closeContext(inside)
  return { house, service, authorization: partner.authorization }
}

function visit(address: string, authorization: string) {
  async function call(method: string, path: string, body?: object) {
    return fetch(address + path, {
      method,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  }
  const caller = {
    text: async (path: string) => (await call('GET', path)).text(),
    status: async (method: string, path: string, body?: object) => (await call(method, path, body)).status,
    json: async (method: string, path: string, body?: object) => (await call(method, path, body)).json(),
  }
  async function open(launchToken: string) {
    const response = await fetch(`${address}/play/v1/launch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: launchToken, key: pageKey() }),
    })
    return response.status
  }
  /** What a partner and a member see. Addresses of the process are not part of it. */
  async function look() {
    const catalog = (await caller.text('/partner/v1/catalog')).replaceAll(/http:\/\/[^"/]+/g, '')
    const cover = await fetch(address + JSON.parse(catalog).items[0].coverUrl)
    return {
      report: await caller.text(`/partner/v1/usage?month=${MONTH}`),
      member: await caller.text('/partner/v1/users/ana'),
      catalog,
      cover: Buffer.from(await cover.arrayBuffer()).toString('base64'),
      coverStatus: cover.status,
    }
  }
  return { caller, open, look }
}

/** Creates members until it is told to stop or refused; says which were acknowledged. */
function keepWriting(caller: ReturnType<typeof visit>['caller']) {
  const acknowledged: string[] = []
  const refusals: number[] = []
  let isOver = false
  const writing = (async () => {
    for (let id = 1; !isOver; id++) {
      const status = await caller.status('PUT', `/partner/v1/users/novo-${id}`, {}).catch(() => 0)
      if (status === 200) acknowledged.push(`novo-${id}`)
      else if (status !== 429) refusals.push(status)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  return {
    acknowledged,
    refusals,
    async stop() {
      isOver = true
      await writing
    },
  }
}

for (const [from, to] of pairs) {
  describe(`a copy of a service on ${from}, restored on ${to}`, { timeout: 60_000 }, () => {
    it('is the same to partners and members, although the service was writing', async () => {
      const { house, service, authorization } = await furnishedHouse(from)
      const before = visit(service.ready.address, authorization)
      const seen = await before.look()
      const file = join(house.DATA_DIR, 'copia.tar')
      const restoredHouse = await emptyHouse(to)
      const { launchToken } = await before.caller.json('POST', '/partner/v1/sessions', { externalUserId: 'ana' })
      const writing = keepWriting(before.caller)

      const backup = await estante(house, 'backup', file, '--json')
      await writing.stop()
      const restore = await estante(restoredHouse, 'restore', file, '--json')

      assert.deepEqual([backup.error, backup.code, restore.error, restore.code], ['', 0, '', 0])
      assert.ok(JSON.parse(restore.out).members >= 1)
      const restored = await startService({
        ...restoredHouse,
        ...(restoredHouse.DATABASE_URL ? {} : { DATABASE_URL: '' }),
      })
      const after = visit(restored.ready.address, authorization)
      assert.equal(seen.coverStatus, 200)
      assert.equal(await after.open(launchToken), 200)
      assert.deepEqual(await after.look(), seen)
      assert.match((await estante(restoredHouse, 'restore', file)).error, /^Já há|^O destino não está vazio/)
      for (const one of [service, restored]) one.kill('SIGKILL')
      await Promise.all([service.exit, restored.exit])
    })
  })
}

describe('estante restore', () => {
  const hostile: [string, (folder: string) => Promise<string[]>][] = [
    ['a way out of the folder', async () => ['../fora.txt']],
    ['a file that is not of a copy', async () => ['outro.txt']],
    [
      'a link',
      async (folder) => {
        await symlink('/etc/passwd', join(folder, 'estante.db'))
        return ['estante.db']
      },
    ],
  ]
  for (const [what, make] of hostile) {
    it(`takes nothing out of a file with ${what}`, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'estante-hostil-'))
      after(() => rm(folder, { recursive: true }))
      await mkdir(join(folder, 'in'))
      for (const name of ['fora.txt', 'in/outro.txt']) await writeFile(join(folder, name), 'x')
      const file = join(folder, 'hostil.tar')
      await create({ file, cwd: join(folder, 'in'), preservePaths: true }, await make(join(folder, 'in')))
      const house = await emptyHouse('sqlite')

      const { code, error } = await estante(house, 'restore', file)

      assert.equal(code, 1)
      assert.match(error, /não é uma cópia do Estante/)
      assert.deepEqual(await readdir(house.DATA_DIR), [])
    })
  }

  it('refuses a file that was cut short', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'estante-cortado-'))
    after(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'cortado.tar'), Buffer.alloc(700, 'x'))
    const house = await emptyHouse('sqlite')

    const { code, error } = await estante(house, 'restore', join(folder, 'cortado.tar'))

    assert.deepEqual([code, error.trim().split('\n').length], [1, 1])
    assert.deepEqual(await readdir(house.DATA_DIR), [])
  })
})

describe('estante migrate-to', { skip: testsOn !== 'postgresql', timeout: 60_000 }, () => {
  it('moves a service in use, loses nothing that was acknowledged, and closes the old database for good', async () => {
    const { house, service, authorization } = await furnishedHouse('sqlite')
    const before = visit(service.ready.address, authorization)
    const seen = await before.look()
    const { DATABASE_URL: target = '' } = await emptyHouse('postgresql')
    const writing = keepWriting(before.caller)

    const moved = await estante(house, 'migrate-to', target, '--json')
    while (writing.refusals.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    await writing.stop()

    assert.equal(moved.code, 0, moved.error)
    assert.ok(!moved.out.includes('estante:estante'))
    assert.equal(JSON.parse(moved.out).tables.find((one: { table: string }) => one.table === 'usage_month').rows, 1)
    assert.ok(writing.refusals.every((status) => status === 503))
    assert.equal(await before.caller.status('GET', '/partner/v1/users/ana'), 503)
    assert.equal((await fetch(`${service.ready.address}/readyz`)).status, 503)
    service.kill('SIGKILL')
    await service.exit
    const again = await estante(house, 'serve')
    assert.equal(again.code, 1)
    assert.match(
      again.error,
      /^Este banco foi mudado para postgres:\/\/127\.0\.0\.1:\d+\/test_\w+: aponte DATABASE_URL/,
    )
    const next = await startService({ ...house, DATABASE_URL: target })
    const after = visit(next.ready.address, authorization)
    assert.deepEqual(await after.look(), seen)
    for (const id of writing.acknowledged)
      assert.equal(await after.caller.status('GET', `/partner/v1/users/${id}`), 200)
    next.kill('SIGKILL')
    await next.exit
  })

  it('goes on where it was, however often it is killed', async () => {
    const house = await emptyHouse('sqlite')
    const context = await openContext(readConfig({ ...house, LOG_LEVEL: 'silent' }))
    const partner = await addPartner(context)
    await context.db.write((tx) =>
      sql`
        insert into member (partner_id, id, environment, external_user_id, created_at, revocation_count)
        with recursive n (i) as (select 1 union all select i + 1 from n where i < 20000)
        select ${partner.id}, 'mbr_' || i, 'production', 'u' || i, i, 0 from n
      `.execute(tx),
    )
    await closeContext(context)
    const { DATABASE_URL: target = '' } = await emptyHouse('postgresql')
    const kills: (string | null)[] = []

    for (const lifetimeMs of [700, 1000, 1300]) kills.push(await migrateUntilKilled(house, target, lifetimeMs))
    const ended = await estante(house, 'migrate-to', target, '--json')

    assert.ok(kills.includes('SIGKILL'))
    const isOver = ended.code === 0 || /já foi mudado/.test(ended.error)
    assert.ok(isOver, ended.error)
    const moved = await openContext(readConfig({ ...house, DATABASE_URL: target, LOG_LEVEL: 'silent' }))
    const members = await moved.db.read.selectFrom('member').select('id').execute()
    assert.equal(members.length, 20_000)
    await closeContext(moved)
  })
})

/** What ended the command, which is killed after a while. */
async function migrateUntilKilled(house: House, target: string, lifetimeMs: number): Promise<string | null> {
  const child = spawn(process.execPath, [ESTANTE, 'migrate-to', target], {
    env: { ...process.env, ...house, DATABASE_URL: '' },
    timeout: lifetimeMs,
    killSignal: 'SIGKILL',
    stdio: 'ignore',
  })
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  return signal
}
