import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { json } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { getImport, ImportJob, QuarantinedItem } from '@estante/contract/panel/imports.ts'
import type { Answer } from '@estante/contract/route.ts'
import { writeId3Tag } from '@estante/formats/audiobook/mp3/id3-frames.ts'
import { packageDocument, page, writeBook } from '@estante/formats/fixtures/epub/build-epub.ts'
import { type Context, openFiles } from '../../context.ts'
import { sweep } from '../../sweep/sweep.ts'
import { eventually } from '../../test/eventually.ts'
import { startObjectStore } from '../../test/object-store.ts'
import { joinPanel } from '../../test/panel.ts'
import { idsOf } from '../../test/publications.ts'
import { testApp } from '../../test/test-app.ts'
import { ON_PG } from '../../test/test-database.ts'
import { runImportLoop } from '../worker/loop.ts'
import { removeExpiredQuarantine } from './expiry.ts'
import { LIMITS } from './files.ts'

const FIXTURES = fileURLToPath(new URL('../../../formats/fixtures/audio/', import.meta.url))
const BOOKS = fileURLToPath(new URL('../../../examples/catalog/books/', import.meta.url))
const EPUB = await readFile(join(BOOKS, 'o-farol-de-sal.epub'))
const SOUND = await readFile(join(FIXTURES, 'relogio.mp3'))
const TRACKS = ['1-sala.mp3', '2_a_tarde.mp3', '10-chuva.mp3']
const DAY_MS = 24 * 3_600_000
const NEVER = new AbortController().signal

describe('An import job', () => {
  it('imports dropped files and folders, and reports the outcome of each title', async () => {
    const { newJob, send, start, work, read, get } = await service()
    const id = await newJob('Chegada de novembro')
    await send(id, 'Marina Duarte/O farol.epub', EPUB)
    await send(id, 'Marina Duarte/LEIA-ME.txt', Buffer.from('notas'))
    await send(id, 'Marina Duarte/.DS_Store', Buffer.from('nada'))
    for (const name of TRACKS) await send(id, `varanda/${name}`, await readFile(join(FIXTURES, 'varanda', name)))
    await send(id, 'varanda/capa.png', await readFile(join(FIXTURES, 'varanda/capa.png')))
    await send(id, 'relatorio.pdf', Buffer.from('%PDF-1.7 isto é um PDF'))
    const received = await read(id)

    const started = await start(id)
    await work()

    const { job, items } = await read(id)
    assert.deepEqual([received.job.state, started.state, job.state], ['receiving', 'waiting', 'finished'])
    assert.deepEqual([received.job.files.count, received.job.titles.total, job.progress], [8, 0, 1])
    assert.deepEqual(
      items.map(({ path, isFolder, state }) => [path, isFolder, state]),
      [
        ['relatorio.pdf', false, 'failed'],
        ['Marina Duarte/O farol.epub', false, 'imported'],
        ['varanda', true, 'imported'],
      ],
    )
    assert.match(items[0]?.reason ?? '', /^O arquivo é um PDF/)
    assert.equal(items[1]?.publication?.title, 'O farol de sal')
    assert.deepEqual(
      [job.titles.imported, job.titles.failed, job.skippedFiles, job.name],
      [2, 1, 3, 'Chegada de novembro'],
    )
    assert.equal((await get('/partner/v1/catalog')).json().items.length, 2)
  })

  it('imports loose MP3s as one audiobook when they are its tracks', async () => {
    const { newJob, send, start, work, read } = await service()
    const id = await newJob()
    for (const name of TRACKS) await send(id, name, await readFile(join(FIXTURES, 'varanda', name)))

    await start(id)
    await work()

    const { items } = await read(id)
    assert.deepEqual(
      items.map(({ path, isFolder, state }) => [path, isFolder, state]),
      [['', true, 'imported']],
    )
  })

  it('creates drafts without `publish`, and publishes earlier drafts with it', async () => {
    const { importAll, get, operator } = await service()
    const countInCatalog = async () => (await get('/partner/v1/catalog')).json().items.length

    const drafts = await importAll({ 'livro.epub': EPUB }, false)
    const before = await countInCatalog()
    const again = await importAll({ 'livro.epub': EPUB }, false)
    const published = await importAll({ 'livro.epub': EPUB }, true)

    const id = drafts.items[0]?.publication?.id
    assert.deepEqual([before, await countInCatalog()], [0, 1])
    assert.deepEqual(
      [drafts, again, published].map(({ items }) => items[0]?.state),
      ['imported', 'unchanged', 'updated'],
    )
    assert.equal((await operator.get(`/panel/v1/publications/${id}`)).json().lastImport.outcome, 'updated')
  })

  it('counts and lists the new titles that stay drafts, until they are published or discarded', ON_PG, async () => {
    const { importAll, read, operator } = await service()
    const copy = await writeBook({ 'OEBPS/livro.opf': packageDocument().replace('urn:uuid:1234', 'urn:uuid:4321') })
    after(() => rm(dirname(copy), { recursive: true }))

    const { job, items } = await importAll({ 'a.epub': await bookFile('Um.'), 'b.epub': await readFile(copy) })
    const held = items.find(({ publication }) => publication && publication.review.length > 0)?.publication?.id
    const listed = await Promise.all(
      [job.id, 'imp_x'].map((id) => operator.get(`/panel/v1/publications?state=draft&import=${id}`)),
    )
    await operator.post('/panel/v1/publications/drafts', { state: 'withdrawn', ids: [held] })
    const later = await read(job.id)

    assert.deepEqual([job.titles.imported, job.titles.drafts, job.titles.toReview], [2, 1, 1])
    assert.deepEqual(
      listed.map((answer) => idsOf(answer.json().items)),
      [[held], []],
    )
    assert.deepEqual([later.job.titles.drafts, later.job.titles.toReview], [0, 0])
    assert.deepEqual(
      later.items.map(({ publication }) => publication?.review),
      [[], []],
    )
  })

  it('reports the content that the sanitiser removed, with the job and later with the title', async () => {
    const { importAll, operator } = await service()
    const file = await writeBook({ 'OEBPS/c1.xhtml': page('<h1>Um</h1><script>alert(1)</script><p>Fim.</p>') })
    after(() => rm(dirname(file), { recursive: true }))

    const { items } = await importAll({ 'livro.epub': await readFile(file) })

    const title = (await operator.get(`/panel/v1/publications/${items[0]?.publication?.id}`)).json()
    assert.match(items[0]?.removed.join(' ') ?? '', /script/)
    assert.deepEqual(title.lastImport.removed, items[0]?.removed)
  })

  it('refuses the second of two versions of one title, whichever job imported the first', async () => {
    const { context, newJob, send, start, read, work } = await service()
    const id = await newJob()
    const files = [await bookFile('a'), await bookFile('b')]
    await send(id, 'um.epub', files[0]!)
    await send(id, 'dois.epub', files[1]!)
    await start(id)
    const first = new AbortController()

    await runImportLoop(context, 'one', stopAfterFirst(context, first))
    await work()

    const { items } = await read(id)
    assert.deepEqual(
      items.map(({ path, state }) => [path, state]),
      [
        ['dois.epub', 'imported'],
        ['um.epub', 'failed'],
      ],
    )
    assert.match(items[1]?.reason ?? '', /outra versão do título que veio de “dois.epub”/)
  })

  it('deletes files that it no longer needs', async () => {
    const { context, importAll } = await service()

    await importAll({ 'livro.epub': EPUB, 'notas/capa.jpg': Buffer.from('x'), 'notas/livro.mp3': SOUND })
    await sweep(context)

    assert.deepEqual(await stored(context), [])
    assert.deepEqual(await readdir(join(context.config.dataDir, 'media/work')), [])
  })

  it('reports a track that the store has lost, without holding up other jobs', async () => {
    const { context, db, newJob, send, start, work, read } = await service()
    const [broken, other] = [await newJob(), await newJob()]
    for (const name of ['1.mp3', '2.mp3']) await send(broken, `notas/${name}`, SOUND)
    await send(other, 'livro.epub', EPUB)
    for (const id of [broken, other]) await start(id)
    const lost = await db.read.selectFrom('import_file').select('folder').where('path', '=', 'notas/1.mp3').execute()
    for (const { folder } of lost) await rm(join(context.config.dataDir, 'media/stored', folder), { recursive: true })

    await work()

    const { items } = await read(broken)
    assert.deepEqual(
      items.map(({ path, state }) => [path, state]),
      [['notas', 'failed']],
    )
    assert.equal((await read(other)).job.titles.imported, 1)
  })

  it('is deleted with its files; titles that it imported stay', async () => {
    const { context, operator, importAll, get } = await service()
    const { job } = await importAll({ 'livro.epub': EPUB, 'falso.epub': Buffer.from('um texto') })

    const answer = await operator.delete(`/panel/v1/imports/${job.id}`)
    await sweep(context)

    assert.equal(answer.statusCode, 204)
    assert.equal((await operator.get(`/panel/v1/imports/${job.id}`)).statusCode, 404)
    assert.deepEqual((await operator.get('/panel/v1/quarantine')).json().items, [])
    assert.deepEqual(await stored(context), [])
    assert.equal((await get('/partner/v1/catalog')).json().items.length, 1)
  })

  it('is deleted once by several at once, each told the same', ON_PG, async () => {
    const { context, clock, db, operator, importAll } = await service()
    const { job, items } = await importAll({
      'falso.epub': Buffer.from('um texto'),
      'fim.pdf': Buffer.from('%PDF-1.7'),
    })
    const ofJob = `/panel/v1/imports/${job.id}`
    const ofItem = `${ofJob}/items/${items[0]?.id}`

    const discards = await Promise.all([operator.delete(ofItem), operator.delete(ofItem)])
    const [, ...deletions] = await Promise.all([
      removeExpiredQuarantine(context, clock.now() + 30 * DAY_MS),
      operator.delete(ofJob),
      operator.delete(ofJob),
    ])

    assert.deepEqual(
      [...discards, ...deletions].map(({ statusCode }) => statusCode),
      [204, 204, 204, 204],
    )
    const acts = await db.read
      .selectFrom('audit')
      .select('act')
      .where('act', 'in', ['import-discarded', 'import-forgotten'])
      .execute()
    assert.equal(acts.length, 2)
  })

  it('stops when it is deleted during an import, and leaves nothing behind', async () => {
    const { context, operator, newJob, send, start } = await service()
    const id = await newJob()
    await send(id, 'a.epub', EPUB)
    await send(id, 'b.mp3', SOUND)
    await start(id)
    const files: Context['files'] = {
      ...context.files,
      async open(key) {
        await operator.delete(`/panel/v1/imports/${id}`)
        return context.files.open(key)
      },
    }

    await runImportLoop({ ...context, files }, 'one', new AbortController().signal)

    await sweep(context)
    assert.deepEqual(await stored(context), [])
    assert.deepEqual(await context.db.read.selectFrom('import_item').select('id').execute(), [])
  })

  it('shows no new or restored title when it is deleted at the last moment', async () => {
    const { context, db, get, operator, newJob, send, start, importAll } = await service()
    const countInCatalog = async () => (await get('/partner/v1/catalog')).json().items.length
    const importForgotten = async (bytes: Buffer, at: keyof Context['files']) => {
      const id = await newJob()
      await send(id, 'livro.epub', bytes)
      await start(id)
      const forgets = async (key: string, folder: string) => {
        await operator.delete(`/panel/v1/imports/${id}`)
        return (context.files[at] as typeof context.files.putFolder)(key, folder)
      }
      await runImportLoop({ ...context, files: { ...context.files, [at]: forgets } }, 'one', NEVER)
    }

    await importForgotten(EPUB, 'putFolder')
    const first = [await countInCatalog(), (await db.read.selectFrom('publication').select('id').execute()).length]
    await importAll({ 'livro.epub': EPUB }, false)
    await importForgotten(EPUB, 'open')

    assert.deepEqual([first, await countInCatalog()], [[0, 0], 0])
    await sweep(context)
    assert.deepEqual(await stored(context), [])
    assert.equal((await db.read.selectFrom('folder_removal').select('folder').execute()).length, 0)
  })

  it('cannot start without a file or twice, nor receive files once started', async () => {
    const { operator, newJob, send, start } = await service()
    const id = await newJob()
    const empty = await operator.post(`/panel/v1/imports/${id}/start`, { publish: true })
    await send(id, 'livro.epub', EPUB)
    await start(id)

    const twice = await operator.post(`/panel/v1/imports/${id}/start`, { publish: true })
    const late = await send(id, 'outro.epub', EPUB)

    assert.deepEqual(
      [empty, twice, late].map((answer) => answer.json().code),
      ['IMPORT_EMPTY', 'IMPORT_STARTED', 'IMPORT_STARTED'],
    )
  })

  it('resumes after its process died, but not for ever when its file kills the process', async () => {
    const { context, clock, newJob, send, start, work, read } = await service()
    const id = await newJob()
    await send(id, 'livro.epub', EPUB)
    await start(id)
    await planOnly(context)
    for (let death = 1; death <= 3; death++) await heldBySomebodyDead(context)

    await work()
    const held = await read(id)
    clock.advance(30_000)
    await work()

    const { items } = await read(id)
    assert.equal(held.items[0]?.state, 'importing')
    assert.equal(items[0]?.state, 'failed')
    assert.match(items[0]?.reason ?? '', /terminou três vezes/)
  })
})

describe('An import job with object storage', () => {
  it('is resumed by a node that did not receive its files', async () => {
    const store = await startObjectStore()
    const { context, newJob, send, start, read, operator } = await service({ mediaLocation: store.location })
    const id = await newJob()
    await send(id, 'livro.epub', EPUB)
    for (const name of TRACKS) await send(id, `varanda/${name}`, await readFile(join(FIXTURES, 'varanda', name)))
    await send(id, 'falso.epub', Buffer.from('um texto'))
    await start(id)
    const dataDir = await mkdtemp(join(tmpdir(), 'estante-node-'))
    const other = await openFiles({ ...context.config, dataDir })

    await runImportLoop({ ...context, files: other }, 'other', new AbortController().signal)

    const { items } = await read(id)
    const failed = items.find(({ state }) => state === 'failed')
    const again = await operator.post(`/panel/v1/imports/${id}/items/${failed?.id}/retry`)
    await rm(dataDir, { recursive: true })
    assert.deepEqual(
      items.map(({ path, state }) => [path, state]),
      [
        ['falso.epub', 'failed'],
        ['livro.epub', 'imported'],
        ['varanda', 'imported'],
      ],
    )
    assert.equal(again.statusCode, 200)
  })

  it('fetches each uploaded file once, whether a folder of MP3s holds tracks or books', async () => {
    const store = await startObjectStore()
    const { db, newJob, send, start, read, work } = await service({ mediaLocation: store.location })
    const id = await newJob()
    await send(id, 'livro.epub', EPUB)
    for (const name of TRACKS) await send(id, `varanda/${name}`, await readFile(join(FIXTURES, 'varanda', name)))
    for (const name of ['manhã', 'noite', 'tarde']) await send(id, `notas/${name}.mp3`, soundOfAlbum(name))
    for (const name of ['1 inverno', '2 verão']) await send(id, `série/${name}.mp3`, soundOfAlbum(name))
    const uploads = await db.read.selectFrom('import_file').select(['path', 'folder']).orderBy('path').execute()
    await start(id)
    store.takeRequests()

    await work()

    const requests = store.takeRequests()
    const { job, items } = await read(id)
    const fetchesOf = (folder: string) =>
      requests.flatMap((request, index) => (request.startsWith('GET') && request.includes(folder) ? [index] : []))
    const fetches = new Map(uploads.map(({ path, folder }) => [path, fetchesOf(folder)]))
    assert.deepEqual(
      [...fetches].map(([path, { length }]) => [path, length]),
      uploads.map(({ path }) => [path, 1]),
    )
    const [second, third] = ['notas/noite.mp3', 'notas/tarde.mp3'].map((path) => fetches.get(path)?.[0])
    const meanwhile = requests.slice(second, third)
    assert.ok(
      meanwhile.some((request) => request.startsWith('PUT')),
      'a folder of books was fetched whole',
    )
    assert.deepEqual(
      items.map(({ path, isFolder, state }) => [path, isFolder, state]),
      [
        ['livro.epub', false, 'imported'],
        ['notas/manhã.mp3', false, 'imported'],
        ['notas/noite.mp3', false, 'imported'],
        ['notas/tarde.mp3', false, 'imported'],
        ['série/1 inverno.mp3', false, 'imported'],
        ['série/2 verão.mp3', false, 'imported'],
        ['varanda', true, 'imported'],
      ],
    )
    assert.deepEqual([job.state, job.titles.total, job.titles.imported], ['finished', 7, 7])
  })
})

describe('An upload', () => {
  const paths: [path: string, stored: string | undefined][] = [
    ['../fora.epub', undefined],
    ['a/../../fora.epub', undefined],
    ['a//b.epub', undefined],
    ['.', undefined],
    ['a\\..\\b.epub', undefined],
    ['a\u0000.epub', undefined],
    ['a\nb.epub', undefined],
    [`${'é'.repeat(128)}.epub`, undefined],
    [`${'a/'.repeat(300)}b.epub`, undefined],
    ['/Autora/livro.epub', 'Autora/livro.epub'],
    ['Não é “isto”? 100% <b>.epub', 'Não é “isto”? 100% <b>.epub'],
    ['cafe\u0301.epub', 'caf\u00e9.epub'],
    ['\u202egpj\u2066.exe\u2028.epub', 'gpj.exe .epub'],
    ['a/\u202e..\u202c/\u2066../fora.epub', undefined],
  ]
  it('has a path that is only a name, and leads nowhere', async () => {
    const { context, newJob, send, files } = await service()
    const id = await newJob()

    for (const [path, stored] of paths) {
      const answer = await send(id, path, EPUB)
      assert.deepEqual(
        [answer.statusCode, answer.json().path],
        stored === undefined ? [400, undefined] : [200, stored],
        path,
      )
    }

    const names = (await readdir(context.config.dataDir, { recursive: true })).map(String)
    assert.deepEqual(
      (await files(id)).map(({ path }) => path).sort(),
      paths.flatMap(([, stored]) => stored ?? []).sort(),
    )
    assert.deepEqual(
      names.filter((name) => /fora|livro|caf(?:é|e\u0301)|isto/.test(name)),
      [],
    )
  })

  it('replaces an earlier one with the same path', async () => {
    const { context, newJob, send, start, work, read } = await service()
    const id = await newJob()
    await send(id, 'livro', Buffer.from('ainda não'))

    await send(id, 'livro', EPUB)
    const { job } = await read(id)
    await start(id)
    await work()

    assert.deepEqual(job.files, { count: 1, bytes: EPUB.length })
    assert.equal((await read(id)).items[0]?.state, 'imported')
    await sweep(context)
    assert.deepEqual(await stored(context), [])
  })

  it('is stored once, completely, when it is sent twice at once', async () => {
    const { newJob, send, read, files } = await service()
    const id = await newJob()

    const answers = await Promise.all([send(id, 'livro', EPUB), send(id, 'livro', SOUND), send(id, 'livro', EPUB)])

    const [file, ...others] = await files(id)
    const { job } = await read(id)
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [200, 200, 200],
    )
    assert.deepEqual([job.files.count, job.files.bytes, others], [1, file?.sizeBytes, []])
  })

  it('is refused beyond the limit of a job', async () => {
    const { db, newJob, send } = await service()
    const id = await newJob()
    const fill = (columns: { file_count?: number; file_bytes?: number }) =>
      db.write((tx) => tx.updateTable('import_job').set(columns).execute())

    await fill({ file_count: LIMITS.jobFiles })
    const tooMany = await send(id, 'livro', EPUB)
    await fill({ file_count: 0, file_bytes: LIMITS.jobBytes - 10 })
    const tooLarge = await send(id, 'livro', EPUB)

    assert.deepEqual(
      [tooMany, tooLarge].map((answer) => [answer.statusCode, answer.json().code]),
      [
        [413, 'IMPORT_TOO_LARGE'],
        [413, 'IMPORT_TOO_LARGE'],
      ],
    )
  })

  it('is the file itself, with a length', async () => {
    const { newJob, send } = await service()
    const id = await newJob()

    const json = await send(id, 'livro', EPUB, { 'content-type': 'application/json' })
    const form = await send(id, 'livro', EPUB, { 'content-type': 'multipart/form-data; boundary=x' })

    assert.deepEqual(
      [json, form].map((answer) => [answer.statusCode, answer.json().code]),
      [
        [415, 'UNSUPPORTED_UPLOAD'],
        [415, 'UNSUPPORTED_UPLOAD'],
      ],
    )
  })

  it('is aborted when it is too large, with its own error', async () => {
    const { listen, newJob } = await service()
    const id = await newJob()
    const upload = await listen(id)

    const { status, body, isCut } = await upload({ 'content-length': String(LIMITS.fileBytes + 1) }, EPUB)

    assert.deepEqual([status, body.code, isCut], [413, 'FILE_TOO_LARGE', true])
    assert.match(body.message, /2 GiB/)
  })

  it('is refused without a length', async () => {
    const { listen, newJob } = await service()
    const upload = await listen(await newJob())

    const { status, body } = await upload({ 'transfer-encoding': 'chunked' }, EPUB)

    assert.deepEqual([status, body.code], [411, 'LENGTH_REQUIRED'])
  })

  it('leaves nothing behind when it breaks off, and can be repeated', async () => {
    const { context, listen, newJob, send, files } = await service()
    const id = await newJob()
    const upload = await listen(id)

    await assert.rejects(upload({ 'content-length': String(EPUB.length) }, EPUB.subarray(0, 5000), true))
    await eventually(async () => (await readdir(join(context.config.dataDir, 'media/work'))).length === 0)
    const left = await files(id)
    const again = await send(id, 'livro.epub', EPUB)

    assert.deepEqual(left, [])
    assert.equal(again.statusCode, 200)
    assert.equal((await context.db.read.selectFrom('folder_removal').selectAll().execute()).length, 0)
  })

  it('is not read before the caller is known to be an operator', async () => {
    const { app, context, partner, newJob, files } = await service()
    const id = await newJob()
    const owner = await joinPanel(app, context, partner.id, 'owner')

    const answer = await app.inject({
      method: 'PUT',
      url: `/panel/v1/imports/${id}/files?path=livro`,
      headers: { cookie: owner.cookie(), origin: context.config.baseUrl, 'content-type': 'application/octet-stream' },
      payload: EPUB,
    })

    assert.deepEqual([answer.statusCode, answer.json().code], [403, 'NOT_ALLOWED'])
    assert.deepEqual(await files(id), [])
  })
})

describe('The quarantine', () => {
  it('holds refused titles of all jobs, with the reason', async () => {
    const { importAll, operator } = await service()
    await importAll({ 'um.epub': Buffer.from('um texto') }, true, 'Primeira')
    await importAll({ 'dois.pdf': Buffer.from('%PDF-1.7'), 'livro.epub': EPUB }, true, 'Segunda')

    const { items } = (await operator.get('/panel/v1/quarantine')).json() as { items: QuarantinedItem[] }

    assert.deepEqual(items.map(({ path, job }) => [path, job.name]).sort(), [
      ['dois.pdf', 'Segunda'],
      ['um.epub', 'Primeira'],
    ])
    for (const { reason, quarantinedUntil } of items) assert.ok(reason && quarantinedUntil)
  })

  it('retries a title with its stored file', async () => {
    const { db, importAll, operator, work, read } = await service()
    const { job, items } = await importAll({ 'livro.epub': Buffer.from('um texto') })
    const [item] = items

    const answer = await operator.post(`/panel/v1/imports/${job.id}/items/${item?.id}/retry`)
    const meanwhile = await read(job.id)
    await work()

    const afterwards = await read(job.id)
    assert.deepEqual([answer.statusCode, answer.json().state, answer.json().reason], [200, 'waiting', null])
    assert.deepEqual([meanwhile.job.finishedAt, afterwards.job.state], [null, 'finished'])
    assert.equal(afterwards.items[0]?.state, 'failed')
    assert.equal((await db.read.selectFrom('import_file').select('path').execute()).length, 1)
  })

  it('loses a discarded title, with its file', async () => {
    const { context, importAll, operator, read } = await service()
    const { job, items } = await importAll({ 'pasta/1.mp3': SOUND.subarray(0, 300), 'pasta/2.mp3': Buffer.from('') })

    for (const { id } of items) {
      const answer = await operator.delete(`/panel/v1/imports/${job.id}/items/${id}`)
      assert.equal(answer.statusCode, 204)
    }

    await sweep(context)
    assert.deepEqual((await read(job.id)).items, [])
    assert.deepEqual(await stored(context), [])
  })

  it('is audited: each retry and discard with its actor and file', async () => {
    const { db, importAll, operator, work } = await service()
    const { job, items } = await importAll({ 'falso.epub': Buffer.from('um texto') }, true, 'Chegada')
    const address = `/panel/v1/imports/${job.id}/items/${items[0]?.id}`

    await operator.post(`${address}/retry`)
    await work()
    await operator.delete(address)
    await operator.delete(`/panel/v1/imports/${job.id}`)

    const acts = await db.read.selectFrom('audit').select(['act', 'subject', 'actor']).orderBy('id').execute()
    assert.deepEqual(
      acts.filter(({ act }) => act.startsWith('import-')).map(({ act, subject, actor }) => [act, subject, actor]),
      [
        ['import-started', 'Chegada', operator.email],
        ['import-retried', 'falso.epub', operator.email],
        ['import-discarded', 'falso.epub', operator.email],
        ['import-forgotten', 'Chegada', operator.email],
      ],
    )
  })

  it('does not accept an imported title', async () => {
    const { importAll, operator } = await service()
    const { job, items } = await importAll({ 'livro.epub': EPUB })

    const answers = [
      await operator.post(`/panel/v1/imports/${job.id}/items/${items[0]?.id}/retry`),
      await operator.delete(`/panel/v1/imports/${job.id}/items/${items[0]?.id}`),
      await operator.post(`/panel/v1/imports/${job.id}/items/imi_none/retry`),
    ]

    assert.deepEqual(
      answers.map((answer) => answer.json().code),
      ['NOT_IN_QUARANTINE', 'NOT_IN_QUARANTINE', 'NOT_FOUND'],
    )
  })

  it('holds files for thirty days, and reports for ninety', async () => {
    const { context, clock, importAll, operator } = await service()
    const { job, items } = await importAll({ 'falso.epub': Buffer.from('um texto') })
    const retry = () => operator.post(`/panel/v1/imports/${job.id}/items/${items[0]?.id}/retry`)
    const sweepAfter = async (ms: number) => {
      clock.advance(ms)
      await sweep(context)
      return [
        (await context.db.read.selectFrom('import_file').select('path').execute()).length,
        (await context.db.read.selectFrom('import_job').select('id').execute()).length,
      ]
    }

    assert.deepEqual(await sweepAfter(30 * DAY_MS - 1), [1, 1])
    assert.deepEqual(await sweepAfter(1), [0, 1])
    assert.deepEqual(await sweepAfter(60 * DAY_MS - 1), [0, 1])
    assert.deepEqual(await sweepAfter(1), [0, 0])
    assert.deepEqual(await stored(context), [])
    assert.equal((await retry()).statusCode, 401)
  })
})

describe('a job that is never started', () => {
  it('is deleted a week after its last file', async () => {
    const { context, clock, newJob, send } = await service()
    const id = await newJob()
    clock.advance(5 * DAY_MS)
    await sweep(context)
    assert.equal((await context.db.read.selectFrom('import_job').selectAll().execute()).length, 1)
    await context.db.write((tx) => tx.updateTable('import_job').set({ received_at: clock.now() }).execute())

    clock.advance(7 * DAY_MS - 1)
    await sweep(context)
    const before = (await context.db.read.selectFrom('import_job').select('id').execute()).length
    clock.advance(1)
    await sweep(context)

    assert.deepEqual([before, (await context.db.read.selectFrom('import_job').select('id').execute()).length], [1, 0])
    assert.equal((await send(id, 'livro', EPUB)).statusCode, 401)
  })
})

describe('The pages of jobs and titles', () => {
  it('have each item once', async () => {
    const { db, newJob, operator, read } = await service()
    const ids: string[] = []
    for (let number = 0; number < 31; number++) ids.push(await newJob(`Importação ${number}`))
    await db.write((tx) =>
      tx
        .insertInto('import_item')
        .values(
          Array.from({ length: 101 }, (_, position) => ({
            job_id: ids[0]!,
            id: `imi_${randomUUID()}`,
            position,
            path: `${position}.epub`,
            is_folder: 0,
            size_bytes: 1,
            state: position % 2 === 0 ? ('waiting' as const) : ('failed' as const),
          })),
        )
        .execute(),
    )

    const first = (await operator.get('/panel/v1/imports')).json()
    const second = (await operator.get(`/panel/v1/imports?cursor=${first.nextCursor}`)).json()
    const titles = await read(ids[0]!)
    const more = (await operator.get(`/panel/v1/imports/${ids[0]}?cursor=${titles.nextCursor}`)).json()
    const failed = (await operator.get(`/panel/v1/imports/${ids[0]}?state=failed`)).json()

    const jobs: ImportJob[] = [...first.items, ...second.items]
    assert.deepEqual(new Set(jobs.map(({ id }) => id)), new Set(ids))
    assert.deepEqual([jobs.length, second.nextCursor, more.nextCursor], [31, null, null])
    assert.deepEqual(
      [...titles.items, ...more.items].map(({ path }) => path),
      Array.from({ length: 101 }, (_, position) => `${position}.epub`),
    )
    assert.deepEqual([failed.items.length, titles.job.titles.waiting], [50, 51])
  })
})

type JobPage = Answer<typeof getImport>

/** The whole service with a signed-in operator. Nothing imports until `work` is called. */
async function service(settings: Parameters<typeof testApp>[0] = {}) {
  const opened = await testApp(settings)
  const { app, context } = opened
  const operator = await joinPanel(app, context, null, 'operator')
  const signedIn = { cookie: operator.cookie(), origin: context.config.baseUrl }

  const newJob = async (name?: string): Promise<string> =>
    (await operator.post('/panel/v1/imports', name === undefined ? {} : { name })).json().id
  const address = (id: string, path: string) => `/panel/v1/imports/${id}/files?path=${encodeURIComponent(path)}`
  const send = (id: string, path: string, bytes: Buffer, headers = {}) =>
    app.inject({
      method: 'PUT',
      url: address(id, path),
      headers: { ...signedIn, 'content-type': 'application/octet-stream', ...headers },
      payload: bytes,
    })
  const start = async (id: string, publish = true): Promise<ImportJob> =>
    (await operator.post(`/panel/v1/imports/${id}/start`, { publish })).json()
  const work = () => runImportLoop(context, 'one', new AbortController().signal)
  const read = async (id: string): Promise<JobPage> => (await operator.get(`/panel/v1/imports/${id}`)).json()
  const files = async (id: string): Promise<{ path: string; sizeBytes: number }[]> =>
    (await operator.get(`/panel/v1/imports/${id}/files`)).json().items

  async function importAll(dropped: Record<string, Buffer>, publish = true, name?: string): Promise<JobPage> {
    const id = await newJob(name)
    for (const [path, bytes] of Object.entries(dropped)) await send(id, path, bytes)
    await start(id, publish)
    await work()
    return read(id)
  }

  /** Sends an upload on its own connection: these headers, part of the body, then silence or the end. */
  async function listen(id: string) {
    const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
    return (headers: Record<string, string>, bytes: Buffer, isBroken = false) =>
      new Promise<{ status?: number | undefined; body: { code: string; message: string }; isCut: boolean }>(
        (resolve, reject) => {
          const request = httpRequest({
            port,
            method: 'PUT',
            path: address(id, 'livro.epub'),
            headers: { ...signedIn, 'content-type': 'application/octet-stream', ...headers },
          })
          request.on('error', reject)
          request.on('response', async (response) => {
            const body = (await json(response)) as { code: string; message: string }
            resolve({ status: response.statusCode, body, isCut: response.headers.connection === 'close' })
          })
          request.write(bytes, () => isBroken && request.destroy(new Error('gone')))
          if (headers['transfer-encoding']) request.end()
        },
      )
  }
  return { ...opened, operator, newJob, send, start, work, read, files, importAll, listen }
}

/** The storage folders of uploads. */
async function stored({ config }: Context): Promise<string[]> {
  const root = join(config.dataDir, 'media/stored/imports')
  const jobs = await readdir(root).catch(() => [])
  return (await Promise.all(jobs.map((job) => readdir(join(root, job))))).flat()
}

/** A recording whose tag has only an album. */
function soundOfAlbum(album: string): Buffer {
  return Buffer.concat([writeId3Tag([{ id: 'TALB', body: Buffer.from(`\x03${album}`) }], 4), SOUND])
}

/** The same title, with given content. */
async function bookFile(content: string): Promise<Buffer> {
  const file = await writeBook({ 'OEBPS/c1.xhtml': page(`<h1>Um</h1><p>${content}</p>`) })
  after(() => rm(dirname(file), { recursive: true }))
  return readFile(file)
}

/** Aborts as soon as one title has an outcome. */
function stopAfterFirst({ db }: Context, controller: AbortController): AbortSignal {
  const poll = setInterval(async () => {
    const done = await db.read.selectFrom('import_item').select('id').where('finished_at', 'is not', null).execute()
    if (done.length > 0) controller.abort()
  }, 1)
  controller.signal.addEventListener('abort', () => clearInterval(poll))
  return controller.signal
}

/** Plans a job without importing it. */
async function planOnly(context: Context): Promise<void> {
  const stopping = new AbortController()
  const poll = setInterval(async () => {
    const planned = await context.db.read.selectFrom('import_item').select('id').execute()
    if (planned.length > 0) stopping.abort()
  }, 1)
  await runImportLoop(context, 'planner', stopping.signal).finally(() => clearInterval(poll))
}

async function heldBySomebodyDead({ db, clock }: Context): Promise<void> {
  await db.write((tx) =>
    tx
      .updateTable('import_item')
      .set((row) => ({
        state: 'importing',
        holder: 'dead',
        held_until: clock.now() + 30_000,
        attempts: row('attempts', '+', 1),
      }))
      .execute(),
  )
}
