import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '../context.ts'

/** `/healthz`: the process is alive. `/readyz`: it can serve, database included. */
export function healthRoutes(app: FastifyInstance, { db }: Context): void {
  app.get('/healthz', async (_, reply) => reply.header('Cache-Control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_, reply) => {
    await sql`select 1 from partner limit 1`.execute(db.read)
    return reply.header('Cache-Control', 'no-store').send({ status: 'ok' })
  })
}
