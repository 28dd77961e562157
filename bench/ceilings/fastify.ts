import { randomUUIDv7 } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { listCatalog } from '@estante/contract/partner/catalog.ts'
import { createSession } from '@estante/contract/partner/sessions.ts'
import { sendHeartbeat } from '@estante/contract/play/activity.ts'
import { exchangeLaunchToken } from '@estante/contract/play/launch.ts'
import type { Route } from '@estante/contract/route.ts'
import Fastify from 'fastify'
import { openJournal } from './journal.ts'
import { openRows } from './rows.ts'

/*
 * node fastify.ts ROUTE_PATH FILE [journal|rows PATH]: serves one route of the contract, with its schemas and no logic.
 * The answer is always the file's, which was Estante's own: objects are serialized by the schema, a page of the catalog
 * is sent as ready bytes. With a journal, an object is answered after an fsync; with rows, after its request is stored:
 * heartbeats replace the last one of their lease, other requests are appended.
 */

const [routePath, file = '', storage, path = ''] = process.argv.slice(2)
const answer = readFileSync(file)
const app = Fastify({ ajv: { customOptions: { keywords: ['patternMessage', 'publishedPattern', 'oneLine'] } } })
const store = await openStorage()

if (routePath === listCatalog.path) {
  app.get(listCatalog.path, async (_, reply) => reply.type('application/json; charset=utf-8').send(answer))
}
const route: Route | undefined = [createSession, exchangeLaunchToken, sendHeartbeat].find(
  (one) => one.path === routePath,
)
if (route) {
  const { method, path: url, body, status = 200, answer: schema } = route
  const value = JSON.parse(answer.toString())
  app.route({
    method,
    url,
    schema: { body, response: { [status]: schema } },
    handler: async (request, reply) => {
      await store?.(request.body as { leaseId?: string })
      reply.status(status)
      return value
    },
  })
}

console.log(JSON.stringify({ address: await app.listen({ port: 0, host: '127.0.0.1' }) }))
process.on('SIGTERM', () => process.exit())

async function openStorage(): Promise<((asked: { leaseId?: string }) => Promise<void>) | undefined> {
  if (storage === 'journal') return (await openJournal(path)).store
  if (storage !== 'rows') return undefined
  const rows = openRows(path)
  return (asked) => rows.store(asked.leaseId ?? randomUUIDv7(), JSON.stringify(asked))
}
