import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFile, copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ENDLESS_TITLE, packageDocument, writeBook } from '@estante/formats/fixtures/epub/build-epub.ts'
import { SANITIZER_VERSION } from '@estante/formats/sanitizer-version.ts'
import { sql } from 'kysely'
import { UNAUDITED } from '../../audit/audit.ts'
import { COVER_WIDTHS } from '../../covers/cover.ts'
import type { Transaction } from '../../db/database.ts'
import { changePublicationState } from '../../publications/change-state.ts'
import { lengthOf, readWholeCatalog } from '../../publications/publication.ts'
import { updatePublication } from '../../publications/write-publication.ts'
import { openDisk } from '../../storage/disk.ts'
import { withdrawPublication } from '../../test/publications.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { testContext } from '../../test/test-app.ts'
import { testsOn } from '../../test/test-database.ts'
import { importPublication } from '../publication/import.ts'
import { listToReimport } from '../publication/to-reimport.ts'
import { importPaths } from './import-paths.ts'

const FIXTURES = fileURLToPath(new URL('../../../formats/fixtures/audio/', import.meta.url))
const BOOKS = fileURLToPath(new URL('../../../examples/catalog/books/', import.meta.url))
const EPUB = join(BOOKS, 'o-farol-de-sal.epub')

describe('Importing books', () => {
  it('adds a book to the catalog with its length, its files and its cover in every width', async () => {
    const { context } = await testContext()
    const fixed = packageDocument({ metadata: '<meta property="rendition:layout">pre-paginated</meta>' })

    const report = await importPaths(context, [EPUB, await writeBook({ 'OEBPS/livro.opf': fixed })])

    const rows = await context.db.read.selectFrom('publication').selectAll().orderBy('id').execute()
    const row = rows[0]!
    const manifest = JSON.parse(row.manifest)
    assert.deepEqual(
      report.imported.map(({ id }) => id),
      rows.map(({ public_id }) => public_id),
    )
    assert.equal(row.type, 'ebook')
    assert.deepEqual(rows.map(lengthOf), [{ chapters: manifest.readingOrder.length }, { pages: 2 }])
    for (const { href } of [...manifest.readingOrder, ...manifest.resources]) {
      assert.ok(await context.files.open(`publications/${row.public_id}/1/${decodeURIComponent(href)}`), href)
    }
    for (const width of COVER_WIDTHS) {
      assert.ok(await context.files.open(`covers/${row.public_id}/${row.cover_version}/${width}.webp`))
    }
  })

  it('changes nothing for the same file under any name', async () => {
    const { context } = await testContext()
    const folder = await temporaryFolder()
    await importPaths(context, [EPUB])
    const before = await context.db.read.selectFrom('publication').selectAll().execute()
    await copyFile(EPUB, join(folder, 'outro nome.epub'))

    const report = await importPaths(context, [EPUB, join(folder, 'outro nome.epub')])

    assert.equal(report.unchanged.length, 2)
    assert.deepEqual(await context.db.read.selectFrom('publication').selectAll().execute(), before)
  })

  it('holds a title for review that its file does not name, one without an author, and a second copy', async () => {
    const { context } = await testContext()
    const folder = await temporaryFolder()
    const opf = packageDocument()
    const bookOf = async (name: string, text: string) =>
      copyFile(await writeBook({ 'OEBPS/livro.opf': text }), join(folder, name))
    await bookOf('1.epub', opf)
    await bookOf('2.epub', opf.replace(/urn:uuid:1234/, 'urn:uuid:4321'))
    await bookOf('3.epub', opf.replace(/urn:uuid:[\w-]+/, 'x').replace(/<dc:creator.*\n/, ''))
    await writeFile(join(folder, '4 gtr-jazz.mp3'), withoutTags(await readFile(join(FIXTURES, 'relogio.mp3'))))
    const invisible = opf.replace(/urn:uuid:[\w-]+/, 'y').replace('O livro de teste', '\u200b')
    await bookOf('5.epub', invisible.replace('Ana Autora', '\u3164'))

    const tried = await importPaths(context, [folder], { dryRun: true, publishes: true })
    const report = await importPaths(context, [folder], { publishes: true })
    const again = await importPaths(context, [folder], { publishes: true })

    const reviews = ({ imported }: typeof report) => imported.map(({ review }) => review)
    const expected = [
      [],
      ['second-copy'],
      ['no-author'],
      ['title-of-file', 'no-author'],
      ['title-of-file', 'no-author'],
    ]
    assert.deepEqual([reviews(tried), reviews(report)], [expected, expected])
    assert.deepEqual(
      again.unchanged.map(({ review }) => review),
      expected,
    )
    const titlesWithState = async () =>
      (await readWholeCatalog(context)).map(({ title, state }) => [title, state]).sort()
    assert.deepEqual(await titlesWithState(), [
      ['5', 'draft'],
      ['Gtr-jazz', 'draft'],
      ['O livro de teste', 'draft'],
      ['O livro de teste', 'draft'],
      ['O livro de teste', 'published'],
    ])
    await changePublicationState(context, report.imported[1]?.id ?? '', { state: 'published' }, UNAUDITED)
    await importPaths(context, [folder], { publishes: true })
    assert.deepEqual((await titlesWithState()).filter(([, state]) => state === 'published').length, 2)
  })

  it('keeps the id of a title with new content', async () => {
    const { context } = await testContext()
    const folder = await temporaryFolder()
    const file = join(folder, 'livro.mp3')
    await copyFile(join(FIXTURES, 'relogio.mp3'), file)
    const first = await importPaths(context, [file])
    await appendFile(file, await readFile(join(FIXTURES, 'relogio.mp3')))

    const second = await importPaths(context, [file])

    const id = second.updated[0]?.id
    assert.equal(id, first.imported[0]?.id)
    assert.ok(await context.files.open(`publications/${id}/2/audio.mp3`))
  })

  it('stores the files of a title again when they are missing, and its cover', async () => {
    const { context } = await testContext()
    const { files, db } = context
    const { imported } = await importPaths(context, [EPUB])
    const id = imported[0]?.id ?? ''
    const stored = async () => {
      const { revision, cover_version, manifest } = await db.read
        .selectFrom('publication')
        .select(['revision', 'cover_version', 'manifest'])
        .executeTakeFirstOrThrow()
      const [first] = JSON.parse(manifest).readingOrder
      const folders = [`publications/${id}/${revision}`, `covers/${id}/${cover_version}`]
      const names = [first.href, `${COVER_WIDTHS[0]}.webp`]
      return {
        folders,
        areFound: await Promise.all(folders.map(async (folder, i) => !!(await files.open(`${folder}/${names[i]}`)))),
      }
    }
    const { folders, areFound } = await stored()
    for (const folder of folders) await files.removeFolder(folder)

    const report = await importPaths(context, [EPUB])
    const again = await importPaths(context, [EPUB])

    assert.deepEqual(areFound, [true, true])
    assert.deepEqual([report.updated[0]?.id, again.unchanged[0]?.id], [id, id])
    assert.deepEqual((await stored()).areFound, [true, true])
  })

  it('sanitises a title once more when the same file comes after the sanitiser has changed', async () => {
    const { context } = await testContext()
    const { imported } = await importPaths(context, [EPUB])
    const before = await context.db.read.selectFrom('publication').selectAll().executeTakeFirstOrThrow()
    const manifest = before.manifest.replaceAll('"title":"', '"title":"\u202e')
    const asBefore = { sanitizer_version: 0, manifest, source_key: 'de palavras que já não são estas' }
    await context.db.write((tx) => updatePublication(tx, before.id, asBefore))
    const toReimport = await listToReimport(context)

    const tried = await importPaths(context, [EPUB], { dryRun: true })
    const report = await importPaths(context, [EPUB])
    const again = await importPaths(context, [EPUB])

    const row = await context.db.read.selectFrom('publication').selectAll().executeTakeFirstOrThrow()
    assert.deepEqual(
      [tried, report].map(({ updated }) => updated.map(({ id }) => id)),
      [[before.public_id], [before.public_id]],
    )
    assert.deepEqual([imported[0]?.id, again.unchanged[0]?.id], [before.public_id, before.public_id])
    assert.deepEqual([row.manifest, row.source_key, row.revision], [before.manifest, before.source_key, 2])
    assert.ok(
      await context.files.open(`publications/${row.public_id}/2/${JSON.parse(row.manifest).readingOrder[0].href}`),
    )
    assert.deepEqual(
      toReimport.map(({ id }) => id),
      [before.public_id],
    )
    assert.deepEqual(await listToReimport(context), [])
  })

  it('keeps two titles apart whose sanitised metadata would be equal', async () => {
    const { context } = await testContext()
    const folder = await temporaryFolder()
    const [file, other] = [join(folder, 'um.epub'), join(folder, 'livro.epub')]
    await copyFile(await writeBook(), file)
    await copyFile(await writeBook({ 'OEBPS/nota.css': 'p { color: red }' }), other)
    await importPaths(context, [file])
    const first = await context.db.read.selectFrom('publication').selectAll().executeTakeFirstOrThrow()
    await context.db.write((tx) => updatePublication(tx, first.id, { sanitizer_version: 0, source_key: 'outra' }))
    await importPaths(context, [other])

    const report = await importPaths(context, [file])

    const rows = await context.db.read
      .selectFrom('publication')
      .select(['id', 'source_key', 'sanitizer_version'])
      .orderBy('id')
      .execute()
    assert.deepEqual(
      report.updated.map(({ id }) => id),
      [first.public_id],
    )
    assert.deepEqual(
      rows.map((row) => [row.source_key, row.sanitizer_version]),
      [
        ['outra', SANITIZER_VERSION],
        [first.source_key, SANITIZER_VERSION],
      ],
    )
  })

  it('restores a withdrawn title', async () => {
    const { context } = await testContext()
    const { imported } = await importPaths(context, [EPUB])
    await withdrawPublication(context, imported[0]?.id ?? '')
    const states = async () => (await readWholeCatalog(context)).map(({ state }) => state)
    const before = await states()

    const report = await importPaths(context, [EPUB])

    assert.equal(report.updated[0]?.id, imported[0]?.id)
    assert.deepEqual([before, await states()], [['withdrawn'], ['published']])
  })

  it('keeps the dates that an operator changes while a withdrawn title is restored', async () => {
    const { context } = await testContext()
    const { imported } = await importPaths(context, [EPUB])
    const { id } = await context.db.read.selectFrom('publication').select('id').executeTakeFirstOrThrow()
    await withdrawPublication(context, imported[0]?.id ?? '')
    const publishUntil = context.clock.now() + 86_400_000
    const precondition = (tx: Transaction) => updatePublication(tx, id, { publish_until: publishUntil })

    await importPublication(context, EPUB, new Map(), { dryRun: false, waits: true, precondition })

    const row = await context.db.read.selectFrom('publication').selectAll().executeTakeFirstOrThrow()
    assert.equal(row.withdrawn_at, null)
    assert.equal(row.publish_until, publishUntil)
  })

  it('says why a file is refused, and imports the others', async () => {
    const { context } = await testContext()
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'falso.epub'), 'isto é um texto')
    await copyFile(join(FIXTURES, 'relogio.mka'), join(folder, 'relogio.mka'))
    await copyFile(EPUB, join(folder, 'livro.epub'))

    const report = await importPaths(context, [folder, join(folder, 'nada.epub')])

    assert.equal(report.imported.length, 1)
    assert.deepEqual(
      report.failed.map(({ file }) => file),
      ['nada.epub', 'falso.epub', 'relogio.mka'].map((name) => join(folder, name)),
    )
    for (const { reason } of report.failed) assert.match(reason, /^\p{Lu}.+\.$/u)
    assert.match(report.failed[2]?.reason ?? '', /Matroska/)
  })

  it('leaves nothing behind of a refused book', async () => {
    const { context } = await testContext()
    const file = join(await temporaryFolder(), 'cortado.epub')
    await writeFile(file, (await readFile(EPUB)).subarray(0, 20_000))

    const report = await importPaths(context, [file])

    assert.equal(report.failed.length, 1)
    assert.deepEqual(await readWholeCatalog(context), [])
    assert.deepEqual(await readdir(join(context.config.dataDir, 'media/work')), [])
    assert.deepEqual(await readdir(join(context.config.dataDir, 'media/stored')), [])
  })

  it('says that the database is full, and lists the books that were imported', {
    skip: testsOn !== 'sqlite',
  }, async () => {
    const { context } = await testContext()
    await context.db.write(async (tx) => {
      const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(tx)
      await sql.raw(`pragma max_page_count = ${rows[0]!.page_count}`).execute(tx)
    })
    const fill = (name: number) =>
      context.db.write((tx) =>
        tx
          .insertInto('setting')
          .values({ name: String(name), value: 'x'.repeat(200) })
          .execute(),
      )
    await assert.rejects(async () => {
      for (let name = 0; ; name++) await fill(name)
    })

    const { imported, failed } = await importPaths(context, [EPUB, join(BOOKS, 'quintal-de-dentro.epub')])

    const reasons = new Set(failed.map(({ reason }) => reason))
    assert.deepEqual([...reasons], ['O banco de dados não pôde gravar agora. Tente de novo mais tarde.'])
    assert.equal((await readWholeCatalog(context)).length, imported.length)
  })

  it('imports a book with an endless title and endless names, and reports the truncation', async () => {
    const { context } = await testContext()
    const people = Array.from({ length: 60 }, () => `<dc:creator>${randomUUID().repeat(10)}</dc:creator>`).join('')
    const opf = packageDocument({ metadata: people }).replace('O livro de teste', ENDLESS_TITLE)
    const file = await writeBook({ 'OEBPS/livro.opf': opf.replace(/urn:uuid:[\w-]+/, 'x'.repeat(600)) })
    after(() => rm(dirname(file), { recursive: true }))

    const tried = await importPaths(context, [file], { dryRun: true })
    const report = await importPaths(context, [file])

    assert.deepEqual([tried.failed, report.failed], [[], []])
    assert.match(report.imported[0]!.removed.join(), /^\d+ textos longos demais cortados$/)
    assert.ok(report.imported[0]!.title.length <= 512)
  })

  it('keeps a reserve of the disk free', { skip: userInfo().uid !== 0 && 'only root makes a disk' }, async () => {
    const { context } = await testContext()
    const disk = await temporaryFolder()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', disk])
    try {
      const small = { ...context, files: await openDisk(disk) }

      const { failed } = await importPaths(small, [EPUB])

      assert.deepEqual(failed, [
        { file: EPUB, reason: 'Não há espaço em disco para o título, além da reserva que o serviço guarda para si.' },
      ])
      assert.deepEqual(await readdir(join(disk, 'work')), [])
    } finally {
      execFileSync('umount', [disk])
    }
  })

  it('stores nothing in a dry run, and reports the outcome of a real one', async () => {
    const { context } = await testContext()
    const folder = await temporaryFolder()
    await copyFile(EPUB, join(folder, 'a.epub'))
    await copyFile(EPUB, join(folder, 'b.epub'))

    const report = await importPaths(context, [folder], { dryRun: true })

    assert.equal(report.imported[0]?.id, null)
    assert.equal(report.unchanged.length, 1)
    assert.deepEqual(await readWholeCatalog(context), [])
    assert.deepEqual(await readdir(join(context.config.dataDir, 'media/work')), [])
    assert.deepEqual(await readdir(join(context.config.dataDir, 'media/stored')), [])
  })

  it('stops on abort, and keeps the imported titles', async () => {
    const { context } = await testContext()
    const controller = new AbortController()
    const stopAfterFirst = ({ done }: { done: number }) => done === 1 && controller.abort()

    const importing = importPaths(context, [EPUB, join(FIXTURES, 'relogio.mp3')], {
      onProgress: stopAfterFirst,
      signal: controller.signal,
    })

    await assert.rejects(importing, { name: 'AbortError' })
    assert.equal((await readWholeCatalog(context)).length, 1)
  })

  it('leaves drafts unpublished, and creates drafts only on request', async () => {
    const { context } = await testContext()
    const states = async () => (await readWholeCatalog(context)).map(({ state }) => state)

    await importPaths(context, [EPUB], { publishes: false })
    const asDraft = await states()
    await importPaths(context, [EPUB])
    const again = await states()
    await importPaths(context, [join(FIXTURES, 'relogio.mp3')])

    assert.deepEqual([asDraft, again, (await states()).sort()], [['draft'], ['draft'], ['draft', 'published']])
  })

  it('imports a folder of tracks as one audiobook', async () => {
    const { context } = await testContext()

    const report = await importPaths(context, [join(FIXTURES, 'varanda')])

    assert.equal(report.imported.length, 1)
    assert.deepEqual(report.failed, [])
  })

  it('imports MP3s that are no tracks of one book as separate books', async () => {
    const { context } = await testContext()
    const folder = await temporaryFolder()
    await copyFile(join(FIXTURES, 'relogio.mp3'), join(folder, 'relógio.mp3'))
    await copyFile(join(BOOKS, 'a-padaria-das-quatro/01 - A massa dorme.mp3'), join(folder, 'a massa dorme.mp3'))

    const report = await importPaths(context, [folder])

    assert.equal(report.imported.length, 2)
  })

  it('finds books in nested folders, and skips the files beside them', async () => {
    const { context } = await testContext()
    const folder = await temporaryFolder()
    await mkdir(join(folder, 'Autora/Título'), { recursive: true })
    await copyFile(EPUB, join(folder, 'Autora/Título/livro.epub'))
    await writeFile(join(folder, 'Autora/Título/capa.jpg'), 'capa')
    await writeFile(join(folder, 'Autora/LEIA-ME.txt'), 'notas')
    await writeFile(join(folder, '.DS_Store'), 'nada')
    await cp(join(FIXTURES, 'varanda'), join(folder, 'varanda'), { recursive: true })

    const report = await importPaths(context, [folder])

    assert.equal(report.imported.length, 2)
    assert.deepEqual(report.failed, [])
  })

  it('says that a folder has no books', async () => {
    const { context } = await testContext()

    const report = await importPaths(context, [await temporaryFolder()])

    assert.equal(report.failed[0]?.reason, 'A pasta não tem nenhum livro nem audiolivro.')
  })
})

/**
 * The audio of an MP3 file without tags (ID3v2: 28 bits of size in four bytes, after six; ID3v1: the last 128 bytes).
 */
function withoutTags(file: Buffer): Buffer {
  if (file.subarray(0, 3).toString('latin1') !== 'ID3') return file
  const size = [6, 7, 8, 9].reduce((sum, index) => sum * 128 + (file[index] ?? 0), 0)
  return file.subarray(10 + size, file.subarray(-128, -125).toString('latin1') === 'TAG' ? -128 : undefined)
}
