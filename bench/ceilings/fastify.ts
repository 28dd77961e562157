import { randomUUIDv7 } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { listCatalog } from '@estante/contract/partner/catalog.ts'
import { createSession } from '@estante/contract/partner/sessions.ts'
import { type Heartbeat, sendHeartbeat } from '@estante/contract/play/activity.ts'
import { exchangeLaunchToken } from '@estante/contract/play/launch.ts'
import type { Route } from '@estante/contract/route.ts'
import Fastify, { type FastifyRequest } from 'fastify'
import { addDuties } from './duties.ts'
import { prepareStatements } from './statements.ts'

/*
 * node fastify.ts ROUTE_PATH FILE [journal|rows|statements|duties PATH]: serves one route of the contract, with its
 * schemas and no logic. The answer is always the file's, which was Estante's own: objects are serialized by the schema,
 * a page of the catalog is sent as ready bytes. With a journal, an object is answered after an fsync; with rows, after
 * its request is stored: heartbeats replace the last one of their lease, other requests are appended. With statements,
 * after those of Estante on its database. With duties, after those, and with what else an answer needs.
 */

/** The pages of the journal. */
const PAGE = Buffer.alloc(4096, 'estante ')
const PAGES = 8192
/** The size of the WAL that Estante allows before a checkpoint. */
const CHECKPOINT_PAGES = 8000

const [routePath, file = '', storage, path = ''] = process.argv.slice(2)
const answer = readFileSync(file)
const app = Fastify({ ajv: { customOptions: { keywords: ['patternMessage', 'publishedPattern', 'oneLine'] } } })
const store = await openStorage()
if (storage === 'duties') addDuties(app, routePath)

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
      await store?.(request)
      reply.status(status)
      return value
    },
  })
}

console.log(JSON.stringify({ address: await app.listen({ port: 0, host: '127.0.0.1' }) }))
process.on('SIGTERM', () => process.exit())

async function openStorage(): Promise<((request: FastifyRequest) => Promise<void>) | undefined> {
  if (storage === 'journal') return (await openJournal(path)).store
  if (storage === 'statements' || storage === 'duties') {
    const db = openStore(path)
    const run = prepareStatements(db, routePath)
    return commitTogether(db, ({ headers, body }) => run(headers.authorization ?? '', body))
  }
  if (storage !== 'rows') return undefined
  const db = openStore(path)
  const put = prepareRow(db)
  return commitTogether(db, ({ body }) =>
    put((body as Partial<Heartbeat>).leaseId ?? randomUUIDv7(), JSON.stringify(body)),
  )
}

/**
 * Opens a file for the minimal durable answer: one page written and fsynced. Requests that arrive during an fsync share
 * the next one (group commit). The file is preallocated and written circularly, like SQLite's journal, so that the file
 * system need not record its growth.
 */
async function openJournal(path: string): Promise<{ store(): Promise<void> }> {
  const file = await open(path, 'w')
  await file.writeFile(Buffer.alloc(PAGES * PAGE.length, PAGE))
  await file.sync()
  let written = 0
  let last = Promise.resolve()
  let next: Promise<void> | undefined
  return {
    store() {
      next ??= last = last.then(writePage)
      return next
    },
  }

  async function writePage(): Promise<void> {
    next = undefined
    await file.write(PAGE, 0, PAGE.length, (written++ % PAGES) * PAGE.length)
    await file.datasync()
  }
}

/** Opens a database that waits for the disk at each commit, and writes its log back as seldom as Estante's. */
function openStore(path: string): DatabaseSync {
  const db = new DatabaseSync(path)
  db.exec(`pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = ${CHECKPOINT_PAGES};
    pragma cache_size = -${64 * 1024}`)
  return db
}

/**
 * Prepares the minimal durable answer that can be looked up again: one row by key in a `without rowid` table, by one
 * statement.
 */
function prepareRow(db: DatabaseSync): (name: string, text: string) => void {
  db.exec('create table row (name text primary key, text text not null) without rowid')
  const put = db.prepare('insert into row values (?, ?) on conflict do update set text = excluded.text')
  return (name, text) => put.run(name, text)
}

/** Stores what arrives in one turn of the event loop with one commit. */
function commitTogether(
  db: DatabaseSync,
  store: (request: FastifyRequest) => void,
): (request: FastifyRequest) => Promise<void> {
  const [begin, commit] = [db.prepare('begin immediate'), db.prepare('commit')]
  let waiting: { request: FastifyRequest; done: () => void }[] = []

  function commitAll(): void {
    const all = waiting
    waiting = []
    begin.run()
    for (const { request } of all) store(request)
    commit.run()
    for (const { done } of all) done()
  }

  return (request) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    if (waiting.push({ request, done: resolve }) === 1) setImmediate(commitAll)
    return promise
  }
}
