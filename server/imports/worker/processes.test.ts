import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { appendFile, copyFile, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { packageDocument, slowChapters, writeBook } from '@estante/formats/fixtures/epub/build-epub.ts'
import { openPublicationFile } from '@estante/formats/open.ts'
import type { Context } from '../../context.ts'
import { coverFolder } from '../../covers/cover.ts'
import { publicationFolder } from '../../media/folders.ts'
import { readWholeCatalog } from '../../publications/publication.ts'
import type { Files } from '../../storage/files.ts'
import { sweep } from '../../sweep/sweep.ts'
import { eventually } from '../../test/eventually.ts'
import { storedFolders } from '../../test/stored-folders.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { testContext } from '../../test/test-app.ts'
import { ON_PG } from '../../test/test-database.ts'
import { claimContent } from '../publication/content-claim.ts'
import { type ImportReport, importPaths } from '../sources/import-paths.ts'

const CLI = fileURLToPath(new URL('../../cli/estante.js', import.meta.url))
const BOOKS = fileURLToPath(new URL('../../../examples/catalog/books/', import.meta.url))
const EPUB = join(BOOKS, 'o-farol-de-sal.epub')
const SOUND = fileURLToPath(new URL('../../../formats/fixtures/audio/relogio.mp3', import.meta.url))
const DEADLINE_MS = 120_000
const HOUR_MS = 3_600_000

describe('several processes that import the same folder', () => {
  it('share the work: each title is read once, and each process reports its outcome', ON_PG, async () => {
    const { context, env } = await testContext()
    const folder = await temporaryFolder()
    for (const title of ['Um', 'Dois', 'Três', 'Quatro', 'Cinco', 'Seis']) {
      const opf = packageDocument().replace('O livro de teste', title)
      const book = await writeBook({ 'OEBPS/livro.opf': opf.replace(/urn:uuid:[\w-]+/, `urn:uuid:${randomUUID()}`) })
      await rename(book, join(folder, `${title}.epub`))
    }

    const reports = await Promise.all([importInOther(folder, env), importInOther(folder, env)])

    const titles = await readWholeCatalog(context)
    const imported = reports.flatMap((report) => report.imported.map(({ id }) => id))
    assert.deepEqual(imported.sort(), titles.map(({ id }) => id).sort())
    for (const report of reports) {
      const reported = [...report.imported, ...report.unchanged].map(({ id }) => id)
      assert.deepEqual(reported.sort(), imported)
      assert.deepEqual([report.updated, report.failed], [[], []])
    }
    assert.deepEqual(await leftIn(context), { claims: 0, removals: 0 })
    assert.deepEqual(await storedFolders(context), await foldersOfTitles(context))
  })
})

describe('two concurrent imports with copies of one title', () => {
  it('publish one, and hold the other for review', ON_PG, async () => {
    const { context } = await testContext()
    const copies = [await writeCopy(), await writeCopy()]
    const { promise: bothStore, resolve } = Promise.withResolvers<void>()
    let storing = 0
    // Neither is in the catalog until both have been read.
    const files: Files = {
      ...context.files,
      async putFolder(key, source) {
        if (++storing === 2) resolve()
        await bothStore
        return context.files.putFolder(key, source)
      },
    }

    const reports = await Promise.all(
      copies.map((copy) => importPaths({ ...context, files }, [copy], { publishes: true })),
    )

    const rows = await context.db.read.selectFrom('publication').select(['publish_from', 'review']).execute()
    const found = rows.map(({ publish_from, review }) => [publish_from !== null, review])
    assert.deepEqual(found.sort(), [
      [false, '["second-copy"]'],
      [true, null],
    ])
    const reported = reports.flatMap(({ imported }) => imported.map(({ review }) => review))
    assert.deepEqual(reported.sort(), [[], ['second-copy']])
  })
})

describe('a process that dies during an import', () => {
  it('leaves each title complete or absent, its current one to the next process, and nothing else after a day', async () => {
    const { context, clock, env } = await testContext()
    const folder = await temporaryFolder()
    const audiobook = join(folder, 'livro.mp3')
    await copyFile(SOUND, audiobook)
    await importPaths(context, [audiobook])
    await appendFile(audiobook, await readFile(SOUND))
    const books = ['o-farol-de-sal.epub', 'quintal-de-dentro.epub', 'o-farol-de-sal.m4b'].map((name) =>
      join(BOOKS, name),
    )

    await killWhile(context, env, audiobook, ({ claims }) => claims > 0)
    await killWhile(context, env, books[0]!, ({ removals }, before) => removals > before.removals)
    await killWhile(context, env, books[1]!, ({ removals }, before) => removals > before.removals + 1)
    await killWhile(context, env, books[2]!, ({ claims }, before) => claims > before.claims)
    await foldersOfTitles(context)
    // The claims of dead processes are not renewed.
    clock.advance(Date.now() - clock.now() + 2 * 60_000)
    const report = await importPaths(context, [audiobook, ...books])

    assert.deepEqual(report.failed, [])
    assert.equal((await readWholeCatalog(context)).length, 4)
    clock.advance(26 * HOUR_MS)
    await sweep(context)
    assert.deepEqual(await leftIn(context), { claims: 0, removals: 0 })
    assert.deepEqual(await storedFolders(context), await foldersOfTitles(context))
  })
})

describe('a process that is stopped during an import', () => {
  it('releases the book at once', async () => {
    const { context, env } = await testContext()

    await killWhile(context, env, EPUB, ({ claims }) => claims > 0, 'SIGINT')

    assert.equal((await leftIn(context)).claims, 0)
    assert.deepEqual(await readdir(join(context.config.dataDir, 'media/work')), [])
    const report = await importPaths(context, [EPUB])
    assert.deepEqual(report.failed, [])
    await foldersOfTitles(context)
  })
})

describe('a command that imports a book which blocks its thread', () => {
  it('can be stopped', async () => {
    const { context, env } = await testContext()
    const file = await writeBook(slowChapters())
    after(() => rm(dirname(file), { recursive: true }))
    const child = spawn(process.execPath, [CLI, 'catalog', 'import', '--dry-run', file], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: DEADLINE_MS,
      killSignal: 'SIGKILL',
    })
    const reported = text(child.stderr)
    const work = join(context.config.dataDir, 'media/work')
    await eventually(async () => child.exitCode !== null || (await readdir(work)).length > 0, { everyMs: 5 })

    child.kill('SIGINT')
    const [code, signal] = await once(child, 'exit')

    assert.deepEqual([code, signal], [1, null])
    assert.match(await reported, /^Interrompida: /)
    assert.deepEqual(await readdir(work), [])
  })
})

describe('a title that another process is importing', () => {
  it('is left for last, and waited for', async () => {
    const { context } = await testContext()
    const finished: string[] = []
    const claim = await claimContent(context, await hashOf(EPUB))
    const onProgress = ({ file, done }: { file: string; done: number }) => {
      if (done === 1) finished.push(file)
      if (finished.length === 1) void claim?.[Symbol.asyncDispose]()
    }

    const report = await importPaths(context, [EPUB, SOUND], { onProgress })

    assert.deepEqual(finished, [SOUND, EPUB])
    assert.equal(report.imported.length, 2)
  })

  it('is taken over when that process dies', async () => {
    const { context, clock } = await testContext()
    await using _ = await claimContent(context, await hashOf(EPUB))
    clock.advance(61_000)

    const report = await importPaths(context, [EPUB])

    assert.equal(report.imported.length, 1)
  })

  it('is taken over when the clock was set back, which would extend the claim', async () => {
    const { context, clock } = await testContext()
    await using _ = await claimContent(context, await hashOf(EPUB))
    clock.advance(-HOUR_MS)

    const report = await importPaths(context, [EPUB])

    assert.equal(report.imported.length, 1)
  })

  it('is not waited for once the import is stopped', async () => {
    const { context } = await testContext()
    await using _ = await claimContent(context, await hashOf(EPUB))
    const controller = new AbortController()

    const importing = importPaths(context, [EPUB, SOUND], {
      signal: controller.signal,
      onProgress: ({ file, done }) => file === SOUND && done === 1 && controller.abort(),
    })

    await assert.rejects(importing, { name: 'AbortError' })
  })

  it('is read all the same in a dry run', async () => {
    const { context } = await testContext()
    await using _ = await claimContent(context, await hashOf(EPUB))

    const report = await importPaths(context, [EPUB], { dryRun: true })

    assert.equal(report.imported.length, 1)
  })
})

async function importInOther(path: string, env: NodeJS.ProcessEnv): Promise<ImportReport> {
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, 'catalog', 'import', path, '--json'], {
    env: { ...process.env, ...env },
    timeout: DEADLINE_MS,
  })
  return JSON.parse(stdout)
}

/** Kills an importing process as soon as the database shows a given state. */
async function killWhile(
  context: Context,
  env: NodeJS.ProcessEnv,
  path: string,
  hasComeSoFar: (left: Leftovers, before: Leftovers) => boolean,
  signal: NodeJS.Signals = 'SIGKILL',
): Promise<void> {
  const before = await leftIn(context)
  const child = spawn(process.execPath, [CLI, 'catalog', 'import', path], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
    timeout: DEADLINE_MS,
    killSignal: 'SIGKILL',
  })
  const exit = once(child, 'exit')
  await eventually(
    async () => child.exitCode !== null || child.signalCode !== null || hasComeSoFar(await leftIn(context), before),
    { everyMs: 5 },
  )
  child.kill(signal)
  await exit
}

interface Leftovers {
  claims: number
  removals: number
}

async function leftIn({ db }: Context): Promise<Leftovers> {
  const claims = await db.read.selectFrom('import_claim').select('holder').execute()
  const removals = await db.read.selectFrom('folder_removal').select('holder').execute()
  return { claims: claims.length, removals: removals.length }
}

async function hashOf(file: string): Promise<string> {
  const { contentHash } = await openPublicationFile(file)
  return contentHash
}

/** The folders of all titles, which all exist. */
async function foldersOfTitles(context: Context): Promise<string[]> {
  const titles = await context.db.read
    .selectFrom('publication')
    .select(['public_id', 'revision', 'cover_version'])
    .execute()
  const folders = titles.flatMap((row) => [
    publicationFolder(row.public_id, row.revision),
    coverFolder(row.public_id, row.cover_version),
  ])
  const stored = await storedFolders(context)
  for (const folder of folders) assert.ok(stored.includes(folder), folder)
  return folders.sort()
}

/** A file of one title with unique content. */
async function writeCopy(): Promise<string> {
  const opf = packageDocument().replace(/urn:uuid:[\w-]+/, `urn:uuid:${randomUUID()}`)
  const file = await writeBook({ 'OEBPS/livro.opf': opf })
  after(() => rm(dirname(file), { recursive: true }))
  return file
}
