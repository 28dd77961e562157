import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { EVENTS_PATH } from '@estante/contract/play/launch.ts'
import { readConfig } from '../config.ts'
import { closeContext, openContext } from '../context.ts'
import { ESTANTE } from '../test/estante.ts'
import { eventually } from '../test/eventually.ts'
import { pageKey } from '../test/people.ts'
import { startService } from '../test/running-service.ts'
import { addPartner } from '../test/test-app.ts'
import { createTestDatabase } from '../test/test-database.ts'

/** A data folder and a database with one partner, and the settings of a service on them. */
async function createInstance() {
  const dataDir = await mkdtemp(join(tmpdir(), 'estante-serve-'))
  const database = await createTestDatabase()
  const env = { DATA_DIR: dataDir, LOG_LEVEL: 'info', ...database.env }
  const context = await openContext(readConfig(env))
  const { authorization } = await addPartner(context)
  await closeContext(context)
  after(async () => {
    await database.drop()
    await rm(dataDir, { recursive: true })
  })
  return { env, authorization }
}

async function signIn(address: string, authorization: string): Promise<string> {
  const post = async (path: string, body: object, headers = {}) => {
    const response = await fetch(address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return response.json()
  }
  const { launchToken } = await post('/partner/v1/sessions', { externalUserId: 'u1' }, { authorization })
  const { tokens } = await post('/play/v1/launch', { token: launchToken, key: pageKey() })
  return tokens.accessToken
}

/** A request whose headers were sent, and whose body waits. */
async function beginRequest(address: string, authorization: string, body: string) {
  const slow = request(`${address}/partner/v1/sessions`, {
    method: 'POST',
    agent: new Agent({ keepAlive: true }),
    headers: {
      authorization,
      'content-type': 'application/json',
      'content-length': body.length,
      expect: '100-continue',
    },
  })
  slow.on('error', () => {})
  slow.flushHeaders()
  await once(slow, 'continue')
  return async () => {
    slow.end(body)
    const [response] = (await once(slow, 'response')) as [IncomingMessage]
    return { response, body: await text(response) }
  }
}

/** Opens connections until one is refused. */
async function untilRefused(address: string): Promise<void> {
  const ask = () => fetch(`${address}/healthz`, { headers: { connection: 'close' } })
  await eventually(() =>
    ask().then(
      () => false,
      () => true,
    ),
  )
}

describe('estante serve, told to stop', () => {
  it('finishes requests in progress, accepts no others, logs open views, sends them to the next process, and stops at once at a second signal', async () => {
    const { env, authorization } = await createInstance()
    const first = await startService(env)
    const { address } = first.ready
    const accessToken = await signIn(address, authorization)
    const openView = (at: string) => fetch(at + EVENTS_PATH, { headers: { authorization: `Bearer ${accessToken}` } })
    const views = [await openView(address), await openView(address)]
    const finishRequest = await beginRequest(address, authorization, '{"externalUserId":"u2"}')

    first.kill('SIGTERM')
    await untilRefused(address)
    const { response, body } = await finishRequest()

    assert.equal(response.statusCode, 201)
    assert.equal(response.headers.connection, 'close')
    assert.equal(JSON.parse(body).user.externalUserId, 'u2')
    for (const view of views) assert.match(await view.text(), /^retry: 1000$/m)
    assert.equal(await first.exit, 0)
    await first.logEnd
    const lines = first.log.filter(({ route }) => route === EVENTS_PATH)
    const expected = { msg: 'request', status: 200, aborted: undefined }
    assert.deepEqual(
      lines.map(({ msg, status, aborted }) => ({ msg, status, aborted })),
      [expected, expected],
    )
    const second = await startService(env)
    const viewAgain = await openView(second.ready.address)
    assert.equal(viewAgain.status, 200)
    await beginRequest(second.ready.address, authorization, '{"externalUserId":"u2"}')
    second.kill('SIGTERM')
    assert.match(await viewAgain.text(), /^retry: 1000$/m)
    await untilRefused(second.ready.address)
    second.kill('SIGTERM')
    assert.equal(await second.exit, 1)
  })

  it('first turns unready, and serves until the balancer has noticed', async () => {
    const { env, authorization } = await createInstance()
    const service = await startService({ ...env, SHUTDOWN_DELAY: '4' })
    const { address } = service.ready
    const readiness = async () => (await fetch(`${address}/readyz`)).status
    assert.equal(await readiness(), 200)

    service.kill('SIGTERM')
    await eventually(async () => (await readiness()) !== 200)

    const catalog = await fetch(`${address}/partner/v1/catalog`, { headers: { authorization } })
    assert.equal(catalog.status, 200)
    assert.equal(catalog.headers.get('connection'), 'close')
    assert.equal(await service.exit, 0)
  })
})

describe('The command estante', () => {
  it('runs Node with a small young generation and few heaps of malloc', async () => {
    const print = 'console.log(process.execArgv.join(),process.env.MALLOC_ARENA_MAX);process.exit()'
    const env = {
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      NODE_OPTIONS: `--import=data:text/javascript,${print}`,
    }

    const { stdout } = await promisify(execFile)(ESTANTE, ['serve'], { env })

    assert.equal(stdout, '--max-semi-space-size=16 2\n')
  })
})

describe('The compile cache of estante serve', () => {
  it('is stored in the data folder for the next start, unreadable to others', async () => {
    const { env } = await createInstance()
    const service = await startService({ ...env, NODE_COMPILE_CACHE: undefined })

    service.kill('SIGTERM')
    await service.exit

    const folder = await stat(join(env.DATA_DIR, 'compiled'))
    assert.deepEqual([folder.isDirectory(), folder.mode & 0o077], [true, 0])
    const second = await startService({ ...env, NODE_COMPILE_CACHE: undefined })
    assert.equal((await fetch(`${second.ready.address}/readyz`)).status, 200)
    second.kill('SIGTERM')
    assert.equal(await second.exit, 0)
  })

  it('is not required: the service starts where it cannot be cached', async () => {
    const { env } = await createInstance()
    await writeFile(join(env.DATA_DIR, 'compiled'), 'no folder')

    const service = await startService({ ...env, NODE_COMPILE_CACHE: undefined })

    assert.equal((await fetch(`${service.ready.address}/readyz`)).status, 200)
    service.kill('SIGTERM')
    assert.equal(await service.exit, 0)
  })
})
