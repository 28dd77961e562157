import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { createApp } from '../app.ts'
import { UNAUDITED } from '../audit/audit.ts'
import type { Clock } from '../calendar.ts'
import { type Config, readConfig } from '../config.ts'
import { type Context, closeContext, openContext } from '../context.ts'
import { createCredential } from '../credentials/credential.ts'
import { type Environment, PRODUCTION } from '../environment.ts'
import { createPartner } from '../partners/partner.ts'
import { createTestDatabase } from './test-database.ts'

/** 12 November 2026, 15:00 in São Paulo. */
export const TEST_START = Date.parse('2026-11-12T18:00:00Z')

export function fakeClock(start = TEST_START): Clock & { advance(ms: number): void } {
  let instant = start
  return {
    now: () => instant,
    advance(ms) {
      instant += ms
    },
  }
}

/** The whole service in this process, on a real database in a temporary folder, with one partner and its credential. */
export async function testApp(settings: Partial<Config> = {}, watch: (app: FastifyInstance) => void = () => {}) {
  const { context, clock, closeFirst } = await testContext(settings)
  const app = createApp(context)
  watch(app)
  closeFirst.push(() => app.close())
  await app.ready()
  const partner = await addPartner(context)

  /** A client with a credential. */
  function caller({ authorization }: { authorization: string }) {
    const call = (method: InjectOptions['method']) => (url: string, payload?: object) =>
      app.inject({ method, url, headers: { authorization }, ...(payload && { payload }) })
    return { get: call('GET'), post: call('POST'), put: call('PUT'), delete: call('DELETE') }
  }

  return { app, context, clock, db: context.db, partner, caller, ...caller(partner) }
}

/**
 * Everything below the service, in a folder that is removed when the test ends, after `closeFirst`. `env` lets another
 * process use the same database and files.
 */
export async function testContext(settings: Partial<Config> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'estante-test-'))
  const clock = fakeClock()
  const database = await createTestDatabase({ tablesFor: dataDir })
  const env = { DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...database.env }
  const config = { ...readConfig(env), ...settings }
  const context = await openContext(config, { clock })
  const closeFirst: (() => Promise<unknown>)[] = []
  atEnd([
    async () => {
      for (const close of closeFirst.splice(0)) await close()
    },
    () => closeContext(context),
    database.drop,
    // Retries: a subprocess of a killed service may still write its cache until it ends by itself.
    () => rm(dataDir, { recursive: true, maxRetries: 10 }),
  ])
  return { context, clock, closeFirst, env }
}

/** Runs these steps when the test ends, and releases them: the test runner never releases the hooks of a test. */
function atEnd(steps: (() => Promise<unknown>)[]): void {
  after(async () => {
    for (const step of steps.splice(0)) await step()
  })
}

/** Creates a partner with one credential, and the header that its backend sends. */
export async function addPartner({ db, clock, config }: Context, environment: Environment = PRODUCTION) {
  const slug = `parceiro-${randomUUID()}`
  const partner = await createPartner(db, clock.now(), { slug, name: 'Banco Aurora' }, UNAUDITED)
  return { ...partner, ...(await addCredential({ db, clock, config }, partner.id, environment)) }
}

export async function addCredential(
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  partnerId: number,
  environment: Environment = PRODUCTION,
  rateLimit?: number,
) {
  const subject = { partnerId, environment, name: 'Backend', rateLimit }
  const { credential, clientSecret } = await createCredential(db, clock.now(), config, subject, UNAUDITED)
  const { id: credentialId, client_id: clientId } = credential
  return { credentialId, clientId, clientSecret, authorization: basic(clientId, clientSecret) }
}

/** RFC 7617. */
export function basic(clientId: string, clientSecret: string): string {
  return `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
}
