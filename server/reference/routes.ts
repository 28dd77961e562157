import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'

const OPENAPI = new URL('../../contract/partner-v1.openapi.json', import.meta.url)

/** What an integrator reads, open to all: the OpenAPI description and the reference made from it. */
export async function referenceRoutes(app: FastifyInstance): Promise<void> {
  const openapi = await readFile(OPENAPI, 'utf8')
  app.get('/partner/v1/openapi.json', async (_, reply) =>
    reply.type('application/json; charset=utf-8').header('Cache-Control', 'no-cache').send(openapi),
  )
}
