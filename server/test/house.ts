import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../config.ts'
import { closeContext, openContext } from '../context.ts'
import { pageKey } from './people.ts'
import { startService } from './running-service.ts'
import { addPartner } from './test-app.ts'
import { createTestDatabase, type testsOn } from './test-database.ts'

export const ESTANTE = fileURLToPath(new URL('../cli/estante.js', import.meta.url))
const BOOK = fileURLToPath(new URL('../../formats/fixtures/audio/relogio.mp3', import.meta.url))
const MONTH = '2026-11'

export type Kind = typeof testsOn

/** The settings of a service: where its data are. */
export interface House {
  DATA_DIR: string
  DATABASE_URL?: string
  LOG_LEVEL: string
}

export async function emptyHouse(kind: Kind): Promise<House> {
  const dataDir = await mkdtemp(join(tmpdir(), 'estante-house-'))
  const database = kind === 'sqlite' ? undefined : await createTestDatabase()
  after(async () => {
    await database?.drop()
    await rm(dataDir, { recursive: true })
  })
  return { DATA_DIR: dataDir, LOG_LEVEL: 'info', ...database?.env }
}

/** Runs a command as an operator does. */
export function estante(house: House, ...args: string[]): Promise<{ code: number; out: string; error: string }> {
  return new Promise((resolve) => {
    const { DATABASE_URL: _, ...rest } = process.env
    const env = { ...rest, ...house, LOG_LEVEL: 'warn' }
    execFile(process.execPath, [ESTANTE, ...args], { env, timeout: 50_000 }, (failure, out, error) => {
      resolve({ code: typeof failure?.code === 'number' ? failure.code : failure ? 1 : 0, out, error })
    })
  })
}

/** A house in use: a partner, a book, and a member's month. */
export async function furnishedHouse(kind: Kind) {
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

/** Whoever calls a service at this address. */
export function visit(address: string, authorization: string) {
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
export function keepWriting(caller: ReturnType<typeof visit>['caller']) {
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
