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
 * node fastify.ts OPERATION FILE [journal|rows PATH]: one route of the contract, with its schemas and nothing behind them. It
 * always gives the answer in the file, which was Estante's own: objects written by the schema, a page of the catalog as
 * ready-made bytes. With a journal, an object is given once the disk has taken something for it; with rows, once what was
 * asked is kept: each heartbeat over the last of its lease, anything else after what came before it.
 */

const [operation, file = '', keeping, path = ''] = process.argv.slice(2)
const answer = readFileSync(file)
const app = Fastify({ ajv: { customOptions: { keywords: ['patternMessage', 'publishedPattern', 'oneLine'] } } })
const keep = await openKeeper()

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
      await keep?.(request.body as { leaseId?: string })
      reply.status(success.status)
      return value
    },
  })
}

console.log(JSON.stringify({ address: await app.listen({ port: 0, host: '127.0.0.1' }) }))
process.on('SIGTERM', () => process.exit())

async function openKeeper(): Promise<((asked: { leaseId?: string }) => Promise<void>) | undefined> {
  if (keeping === 'journal') return (await openJournal(path)).keep
  if (keeping !== 'rows') return undefined
  const rows = openRows(path)
  return (asked) => rows.keep(asked.leaseId ?? randomUUIDv7(), JSON.stringify(asked))
}
