import assert from 'node:assert/strict'
import { readFile, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { ImportItem, ImportJob } from '@estante/contract/panel/imports.ts'
import { writeBook } from '@estante/formats/fixtures/epub/build-epub.ts'
import { createApp } from '../../app.ts'
import { readWholeCatalog } from '../../publications/publication.ts'
import { eventually } from '../../test/eventually.ts'
import { joinPanel } from '../../test/panel.ts'
import { startService } from '../../test/running-service.ts'
import { testContext } from '../../test/test-app.ts'

const BOOKS = fileURLToPath(new URL('../../../examples/catalog/books/', import.meta.url))
const NAMES = ['o-farol-de-sal.epub', 'quintal-de-dentro.epub', 'notas-ao-pe-da-mangueira.epub']
const BASE_URL = 'http://estante.test'
const TIMEOUT = { timeout: 600_000 }
const MB = 1024 ** 2

it('An import job resumes after any process of it ended, and imports nothing twice', TIMEOUT, async (test) => {
  const services = await openServices()
  let service = await services.serve()
  const id = await services.startBooks(service)

  await test.test('after the service was stopped: the current title begins again', async () => {
    const importer = await services.importingProcess(service)

    service.kill('SIGTERM')
    const code = await service.exit

    const left = await services.attempts()
    assert.deepEqual([code, isAlive(importer), left], [0, false, { importing: 0, attempts: 0 }])
    service = await services.serve()
  })

  await test.test('after the service was killed: the importing process ends, too', async () => {
    const importer = await services.importingProcess(service)

    service.kill('SIGKILL')
    await service.exit
    await eventually(() => !isAlive(importer))

    assert.deepEqual(await services.attempts(), { importing: 0, attempts: 0 })
    service = await services.serve()
  })

  await test.test('after everything was killed at once, within half a minute on another node', async () => {
    const importer = await services.importingProcess(service)

    // Paused first, so that neither can report anything to the other.
    process.kill(importer, 'SIGSTOP')
    service.kill('SIGKILL')
    process.kill(importer, 'SIGKILL')
    await service.exit

    assert.deepEqual(await services.attempts(), { importing: 1, attempts: 1 })
    await services.letClaimsLapse()
    service = await services.serve()
  })

  await test.test('after the importing process was killed', async () => {
    process.kill(await services.importingProcess(service), 'SIGKILL')
    await services.letClaimsLapse()

    await services.assertAllImported(service, id)
  })
})

describe('the importing service', () => {
  it('imports a large file and a decompression bomb in bounded memory', TIMEOUT, async () => {
    const services = await openServices()
    const service = await services.serve()
    const bomb = await writeBook({ 'OEBPS/c1.xhtml': Buffer.alloc(64 * MB) })
    after(() => rm(dirname(bomb), { recursive: true }))
    const id = await services.newJob(service)
    const before = await peakMemory(service.pid)

    await services.upload(service, id, 'grande.mp3', 160, Buffer.alloc(MB))
    await services.upload(service, id, 'bomba.epub', 1, await readFile(bomb))
    await services.start(service, id)
    const { items } = await services.finished(service, id)

    const grownMb = (await peakMemory(service.pid)) - before
    // Less than the large file; how much less depends on when garbage is collected.
    assert.ok(grownMb < 150, `${grownMb} MB`)
    assert.deepEqual(
      items.map(({ path, state }) => [path, state]),
      [
        ['bomba.epub', 'failed'],
        ['grande.mp3', 'failed'],
      ],
    )
    assert.match(items[0]?.reason ?? '', /comprimid|bomba|descompact/i)
  })
})

interface Service {
  pid: number
  ready: { address: string }
}

/** Starts services, each a process, on one database and disk, with a signed-in operator. */
async function openServices() {
  const { context, clock, env, closeFirst } = await testContext({ baseUrl: BASE_URL })
  clock.advance(Date.now() - clock.now())
  const app = createApp(context)
  closeFirst.push(() => app.close())
  const operator = await joinPanel(app, context, null, 'operator')
  const headers = { cookie: operator.cookie(), origin: BASE_URL }

  async function call(service: Service, method: string, path: string, body?: object) {
    const response = await fetch(service.ready.address + path, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return response.json()
  }

  async function serve() {
    const service = await startService({ ...env, BASE_URL })
    closeFirst.unshift(async () => {
      service.kill('SIGKILL')
      await service.exit
    })
    return service
  }

  const newJob = async (service: Service): Promise<string> => (await call(service, 'POST', '/panel/v1/imports', {})).id
  const start = (service: Service, id: string) =>
    call(service, 'POST', `/panel/v1/imports/${id}/start`, { publish: true })

  /** Uploads the same bytes many times as one file. */
  function upload(service: Service, id: string, path: string, times: number, bytes: Buffer): Promise<number> {
    return new Promise((resolve, reject) => {
      const request = httpRequest(`${service.ready.address}/panel/v1/imports/${id}/files?path=${path}`, {
        method: 'PUT',
        headers: {
          ...headers,
          'content-type': 'application/octet-stream',
          'content-length': String(times * bytes.length),
        },
      })
      request.on('error', reject)
      request.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0)))
      let sent = 0
      const more = () => {
        while (sent < times) {
          sent++
          if (!request.write(bytes)) return request.once('drain', more)
        }
        return request.end()
      }
      more()
    })
  }

  async function startBooks(service: Service): Promise<string> {
    const id = await newJob(service)
    for (const name of NAMES) await upload(service, id, name, 1, await readFile(join(BOOKS, name)))
    await start(service, id)
    return id
  }

  /** The importing process of a service, while it is at a title. */
  async function importingProcess({ pid }: Service): Promise<number> {
    return eventually(
      async () => {
        const claims = await context.db.read
          .selectFrom('import_claim')
          .select('holder')
          .where('held_until', '>', 0)
          .execute()
        const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ')
        return claims.length > 0 && Number(children[0])
      },
      { everyMs: 5 },
    )
  }

  /** Expires the leases, as if the minute had passed after which a silent process counts as dead. */
  async function letClaimsLapse(): Promise<void> {
    await context.db.write(async (tx) => {
      await tx.updateTable('import_claim').set({ held_until: 0 }).execute()
      await tx.updateTable('import_item').set({ held_until: 0 }).where('state', '=', 'importing').execute()
    })
  }

  async function attempts() {
    const items = await context.db.read
      .selectFrom('import_item')
      .select(['state', 'attempts'])
      .where('finished_at', 'is', null)
      .execute()
    return {
      importing: items.filter(({ state }) => state === 'importing').length,
      attempts: items.reduce((sum, item) => sum + item.attempts, 0),
    }
  }

  async function finished(service: Service, id: string): Promise<{ job: ImportJob; items: ImportItem[] }> {
    return eventually(
      async () => {
        const answer = await call(service, 'GET', `/panel/v1/imports/${id}`)
        return answer.job.state === 'finished' && answer
      },
      { everyMs: 50 },
    )
  }

  async function assertAllImported(service: Service, id: string): Promise<void> {
    const { items } = await finished(service, id)
    const titles = await readWholeCatalog(context)
    assert.deepEqual(
      items.map(({ path, state }) => [path, state]),
      NAMES.toSorted().map((name) => [name, 'imported']),
    )
    assert.deepEqual(titles.map((title) => title.id).sort(), items.map(({ publication }) => publication?.id).sort())
    const revisions = await context.db.read.selectFrom('publication').select('revision').execute()
    assert.deepEqual(new Set(revisions.map(({ revision }) => revision)), new Set([1]))
  }

  return {
    serve,
    newJob,
    start,
    upload,
    startBooks,
    importingProcess,
    letClaimsLapse,
    attempts,
    finished,
    assertAllImported,
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The peak memory of a process, in megabytes. */
async function peakMemory(pid: number): Promise<number> {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
