import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { toMonth } from '../calendar.ts'
import { readConfig } from '../config.ts'
import { closeContext, openContext } from '../context.ts'
import { PRODUCTION } from '../environment.ts'
import { startServer } from '../main.ts'
import { linkAccount } from '../members/link-account.ts'
import { type CommandOutcome, estante as runEstante } from './estante.ts'
import { importOnce } from './import-once.ts'
import { pageKey } from './people.ts'
import { addPartner } from './test-app.ts'
import { createTestDatabase, type testsOn } from './test-database.ts'

const BOOK = fileURLToPath(new URL('../../formats/fixtures/audio/relogio.mp3', import.meta.url))
const MONTH = '2026-11'

export type Kind = typeof testsOn

export interface InstanceSettings {
  DATA_DIR: string
  DATABASE_URL?: string
  LOG_LEVEL: string
}

export async function emptyInstance(kind: Kind): Promise<InstanceSettings> {
  const dataDir = await mkdtemp(join(tmpdir(), 'estante-instance-'))
  const database = kind === 'sqlite' ? undefined : await createTestDatabase()
  after(async () => {
    await database?.drop()
    await rm(dataDir, { recursive: true })
  })
  return { DATA_DIR: dataDir, LOG_LEVEL: 'info', ...database?.env }
}

export function runOnInstance(instance: InstanceSettings, ...args: string[]): Promise<CommandOutcome> {
  const { DATABASE_URL: _, ...rest } = process.env
  return runEstante({ ...rest, ...instance, LOG_LEVEL: 'warn' }, ...args)
}

/** Creates an instance with a partner, a book, and a member's month. */
export async function seededInstance(kind: Kind) {
  const instance = await emptyInstance(kind)
  const context = await openContext(readConfig({ ...instance, LOG_LEVEL: 'silent' }))
  const { id, authorization } = await addPartner(context)
  await importOnce(context, [BOOK])
  const tenancy = { partnerId: id, environment: PRODUCTION } as const
  const member = await context.db.write((tx) => linkAccount(tx, Date.now(), tenancy, { externalUserId: 'ana' }))
  await context.db.write((tx) =>
    tx
      .insertInto('usage_month')
      .values({
        partner_id: id,
        environment: PRODUCTION,
        month: toMonth(MONTH),
        external_user_id: 'ana',
        member_id: member.id,
        listening_ms: 754_000,
        content_ms: 800_000,
        reading_ms: 0,
        titles_started: 2,
        chapters_read: 3,
        last_activity_at: Date.parse('2026-11-12T18:00:00Z'),
      })
      .execute(),
  )
  await closeContext(context)
  return { instance, authorization }
}

/** Starts the service of an instance in this process, which takes less time than loading it in another. */
export async function serveInstance(instance: InstanceSettings) {
  const config = readConfig({ ...instance, PORT: '0', LOG_LEVEL: 'silent' })
  const { address, close } = await startServer(config, { patienceMs: 0 })
  return { address, [Symbol.asyncDispose]: close }
}

/** A client of a service at this address. */
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
  /** Reads a partner's and a member's answers, without addresses of the process. */
  async function readAnswers() {
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
  return { caller, open, readAnswers }
}

/** Creates members until it is stopped or refused. Returns the acknowledged ones. */
export function writeRepeatedly(caller: ReturnType<typeof visit>['caller']) {
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
