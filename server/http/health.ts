import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { refuseElsewhere } from '../db/move.ts'

/** How long the database may take to answer. */
const PATIENCE_MS = 2000

/**
 * `/healthz`: the process is alive. `/readyz`: it can serve, database included, and is not about to stop. Probes come
 * every few seconds and leave no line in the log.
 */
export function healthRoutes(app: FastifyInstance, { db, log }: Context, stopping: AbortSignal): void {
  const options = { logLevel: 'warn' } as const
  app.get('/healthz', options, async () => ({ status: 'ok' }))
  app.get('/readyz', options, async (_, reply) => {
    const missing = stopping.aborted ? 'O serviço está encerrando.' : await findMissing()
    if (missing === undefined) return { status: 'ok' }
    return reply.status(503).header('Retry-After', '2').send({ statusCode: 503, code: 'UNAVAILABLE', message: missing })
  })

  async function findMissing(): Promise<string | undefined> {
    const answer = Promise.all([sql`select 1 from partner limit 1`.execute(db.read), refuseElsewhere(db)]).then(
      () => undefined,
      (error) => {
        log.warn({ err: error }, 'not ready: the database failed')
        return 'O banco de dados não está atendendo.'
      },
    )
    return Promise.race([answer, wait(PATIENCE_MS, 'O banco de dados não respondeu em 2 segundos.', { ref: false })])
  }
}
