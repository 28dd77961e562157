import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { refuseElsewhere } from '../db/relocated.ts'
import { OPEN_TO_ANYONE } from './access.ts'

/** Timeout of the database. */
const PATIENCE_MS = 2000
const PROBE = 'write_probe'
/** Larger than a database can buffer, so that a full disk is noticed. */
const PROBE_TEXT = '-'.repeat(64 * 1024)

/**
 * `/healthz`: the process is alive. `/readyz`: it can serve, database included, and is not stopping. Probes come every
 * few seconds and are not logged.
 */
export function healthRoutes(app: FastifyInstance, { db, log }: Context, stopping: AbortSignal): void {
  const options = { ...OPEN_TO_ANYONE, logLevel: 'warn' } as const
  app.get('/healthz', options, async () => ({ status: 'ok' }))
  app.get('/readyz', options, async (_, reply) => {
    const missing = stopping.aborted ? 'O serviço está encerrando.' : await findMissing()
    if (missing === undefined) return { status: 'ok' }
    return reply.status(503).header('Retry-After', '2').send({ statusCode: 503, code: 'UNAVAILABLE', message: missing })
  })

  async function findMissing(): Promise<string | undefined> {
    const answer = findReadFault().then((fault) => fault ?? (db.isWriteFailing() ? findWriteFault() : undefined))
    return Promise.race([answer, wait(PATIENCE_MS, 'O banco de dados não respondeu em 2 segundos.', { ref: false })])
  }
  async function findReadFault(): Promise<string | undefined> {
    try {
      await Promise.all([sql`select 1 from partner limit 1`.execute(db.read), refuseElsewhere(db)])
      return undefined
    } catch (error) {
      log.warn({ err: error }, 'not ready: the database failed')
      return 'O banco de dados não está atendendo.'
    }
  }

  /** Tries a write, but only after one failed: an unready service gets no writes that would show its recovery. */
  async function findWriteFault(): Promise<string | undefined> {
    try {
      await db.write(async (tx) => {
        await tx.insertInto('setting').values({ name: PROBE, value: PROBE_TEXT }).execute()
        await tx.deleteFrom('setting').where('name', '=', PROBE).execute()
      })
      return undefined
    } catch (error) {
      log.warn({ err: error }, 'not ready: the database takes no writes')
      return 'O banco de dados não está gravando. Confira o espaço em disco.'
    }
  }
}
