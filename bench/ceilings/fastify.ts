import { randomUUIDv7 } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { listCatalog } from '@estante/contract/partner/catalog.ts'
import { createSession } from '@estante/contract/partner/sessions.ts'
import { sendHeartbeat } from '@estante/contract/play/activity.ts'
import { exchangeLaunchToken } from '@estante/contract/play/launch.ts'
import Fastify from 'fastify'
import { openJournal } from './journal.ts'
import { openRows } from './rows.ts'

/*
 * node fastify.ts OPERATION FILE [journal|rows PATH]: serves one route of the contract, with its schemas and no logic.
 * The answer is always the file's, which was Estante's own: objects are serialized by the schema, a page of the catalog
 * is sent as ready bytes. With a journal, an object is answered after an fsync; with rows, after its request is stored:
 * heartbeats replace the last one of their lease, other requests are appended.
 */

const [operation, file = '', storage, path = ''] = process.argv.slice(2)
const answer = readFileSync(file)
const app = Fastify({ ajv: { customOptions: { keywords: ['patternMessage', 'publishedPattern', 'oneLine'] } } })
const store = await openStorage()

if (operation === listCatalog.operationId) {
  app.get(listCatalog.path, async (_, reply) => reply.type('application/json; charset=utf-8').send(answer))
}
for (const { operationId, method, path, body, success } of [createSession, exchangeLaunchToken, sendHeartbeat]) {
  if (operation !== operationId) continue
  const value = JSON.parse(answer.toString())
  app.route({
    method,
    url: path,
    schema: { body, response: { [success.status]: success.schema } },
    handler: async (request, reply) => {
      await store?.(request.body as { leaseId?: string })
      reply.status(success.status)
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
