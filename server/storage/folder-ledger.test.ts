import assert from 'node:assert/strict'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { packageDocument, page, writeBook } from '@estante/formats/fixtures/epub/build-epub.ts'
import type { Context } from '../context.ts'
import { coverFolder } from '../covers/cover.ts'
import { folderOwners } from '../folder-owners.ts'
import { importPaths } from '../imports/sources/import-paths.ts'
import { isTitleFolderInUse, publicationFolder } from '../media/folders.ts'
import { withdrawPublication } from '../test/publications.ts'
import { removeAllDue, storedFolders } from '../test/stored-folders.ts'
import { testContext } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'
import type { Files } from './files.ts'
import { abandonFolders, claimFolder, pauseRemoval, removeDueFolders, supersedeFolder } from './folder-ledger.ts'

const EPUB = fileURLToPath(new URL('../../examples/catalog/books/o-farol-de-sal.epub', import.meta.url))
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

describe('The files of a title', () => {
  it('are served at their earlier address while a signed address may exist, then removed', async () => {
    const { context, clock } = await testContext()
    const [id] = await importEach(context, [await book('Um', 'a'), await book('Um', 'b')])

    clock.advance(2 * HOUR_MS - 1)
    await removeAllDue(context)
    assert.ok((await storedFolders(context)).includes(publicationFolder(id, 1)))
    clock.advance(1)
    await removeAllDue(context)

    assert.deepEqual(
      (await storedFolders(context)).filter((folder) => folder.startsWith('publications')),
      [publicationFolder(id, 2)],
    )
    await assertNothingLost(context)
  })

  it('stay when the title is withdrawn, since it may be restored', async () => {
    const { context, clock } = await testContext()
    const { imported } = await importPaths(context, [EPUB])
    await withdrawPublication(context, imported[0]?.id ?? '')

    clock.advance(400 * DAY_MS)
    await removeAllDue(context)

    await importPaths(context, [EPUB])
    await assertNothingLost(context)
  })

  it('are never removed during an import that another process believes dead: it starts again', ON_PG, async () => {
    const { context } = await testContext()
    let isReassigned = false
    const files: Files = {
      ...context.files,
      async putFolder(key, folder) {
        const isStored = await context.files.putFolder(key, folder)
        if (!isReassigned)
          await context.db.write((tx) => tx.updateTable('folder_removal').set({ holder: 'other' }).execute())
        isReassigned = true
        return isStored
      },
    }

    const report = await importPaths({ ...context, files }, [EPUB])

    assert.equal(report.imported.length, 1)
    await assertNothingLost(context)
    const left = await context.db.read.selectFrom('folder_removal').select('holder').execute()
    assert.deepEqual(left.filter(({ holder }) => holder === 'other').length, 1)
  })

  it('stay although the ledger names them', async () => {
    const { context, clock } = await testContext()
    const [id] = await importEach(context, [EPUB])
    const inUse = [publicationFolder(id, 1), coverFolder(id, await coverOf(context))]
    await context.db.write((tx) =>
      tx
        .insertInto('folder_removal')
        .values(inUse.map((folder) => ({ folder, remove_after: clock.now() })))
        .execute(),
    )

    await removeAllDue(context)

    await assertNothingLost(context)
    assert.deepEqual(await context.db.read.selectFrom('folder_removal').select('folder').execute(), [])
  })

  it('are stored under another name than an unknown folder, which is removed', ON_PG, async () => {
    const { context } = await testContext()
    const [id] = await importEach(context, [await book('Um', 'a')])
    const unknown = await context.files.workFolder()
    await writeFile(join(unknown, 'texto.txt'), 'de outra versão')
    await context.files.putFolder(publicationFolder(id, 2), unknown)

    await importEach(context, [await book('Um', 'b')])
    await removeAllDue(context)

    const { revision } = await context.db.read.selectFrom('publication').select('revision').executeTakeFirstOrThrow()
    assert.equal(revision, 3)
    assert.deepEqual(await readdir(join(context.config.dataDir, 'media/stored/publications', id)), ['1', '3'])
  })
})

describe('The cover of a title', () => {
  it('stays while it is the same', async () => {
    const { context, clock } = await testContext()
    await importEach(context, [await book('Um', 'a'), await book('Um', 'b')])

    clock.advance(60 * DAY_MS)
    await removeAllDue(context)

    await assertNothingLost(context)
    assert.equal((await storedFolders(context)).length, 2)
  })

  it('stays for a month after its replacement, since partners copy the catalog', async () => {
    const { context, clock } = await testContext()
    const [id] = await importEach(context, [await book('Um', 'a')])
    const first = await coverOf(context)
    await importEach(context, [await book('Dois', 'b')])

    clock.advance(30 * DAY_MS - 1)
    await removeAllDue(context)
    assert.ok((await storedFolders(context)).includes(coverFolder(id, first)))
    clock.advance(1)
    await removeAllDue(context)

    assert.deepEqual((await storedFolders(context)).includes(coverFolder(id, first)), false)
    await assertNothingLost(context)
  })

  it('stays at the same address when it is restored before its removal', ON_PG, async () => {
    const { context, clock } = await testContext()
    await importEach(context, [await book('Um', 'a')])
    const first = await coverOf(context)
    await importEach(context, [await book('Dois', 'b'), await book('Um', 'c')])

    clock.advance(60 * DAY_MS)
    await removeAllDue(context)

    assert.equal(await coverOf(context), first)
    await assertNothingLost(context)
    assert.equal((await storedFolders(context)).length, 2)
  })

  it('is replaced by another, whichever holder it has in the ledger', ON_PG, async () => {
    const { context, clock } = await testContext()
    const [id] = await importEach(context, [await book('Um', 'a')])
    const first = coverFolder(id, await coverOf(context))
    assert.equal(await claimFolder(context.db, clock.now(), 'late', first, isTitleFolderInUse), 'in-use')
    await context.db.write((tx) =>
      tx.insertInto('folder_removal').values({ folder: first, holder: 'late', remove_after: clock.now() }).execute(),
    )

    await importEach(context, [await book('Dois', 'b')])
    await abandonFolders(context.db, clock.now(), 'late', [first])
    await removeAllDue(context)

    assert.ok((await storedFolders(context)).includes(first))
    clock.advance(30 * DAY_MS)
    await removeAllDue(context)
    assert.ok(!(await storedFolders(context)).includes(first))
    await assertNothingLost(context)
  })

  it('gets another address when it is restored during its removal', async () => {
    const { context, clock } = await testContext()
    await importEach(context, [await book('Um', 'a')])
    const first = await coverOf(context)
    await importEach(context, [await book('Dois', 'b')])
    clock.advance(60 * DAY_MS)
    const files: Files = {
      ...context.files,
      async removeFolder(key) {
        if (key.endsWith(first)) await importEach(context, [await book('Um', 'c')])
        await context.files.removeFolder(key)
      },
    }

    await removeAllDue({ ...context, files })

    assert.notEqual(await coverOf(context), first)
    await assertNothingLost(context)
  })
})

describe('Folders that are due', () => {
  it('are removed in batches, each by one of several nodes', ON_PG, async () => {
    const { context, clock } = await testContext()
    const folders = Array.from({ length: 250 }, (_, index) => `imports/imp_1/imf_${index}`)
    await context.db.write((tx) =>
      tx
        .insertInto('folder_removal')
        .values(folders.map((folder) => ({ folder, remove_after: clock.now() })))
        .execute(),
    )
    const removed: string[] = []
    const removeFolder = async (key: string) => void removed.push(key)
    const counting = { ...context, files: { ...context.files, removeFolder } }

    const node = async () => {
      const steps: number[] = []
      for (;;) {
        const count = await removeDueFolders(counting, clock.now(), folderOwners)
        if (count === undefined) return steps
        steps.push(count)
      }
    }
    const [one, other] = await Promise.all([node(), node()])

    const steps = [...one, ...other].filter((count) => count > 0)
    assert.ok(steps.length <= 5, String(steps))
    assert.deepEqual(removed.sort(), folders.sort())
    assert.deepEqual(await context.db.read.selectFrom('folder_removal').select('folder').execute(), [])
  })
})

describe('A folder that is due', () => {
  it('stays while removals are paused, and no longer than a minute after a process that paused them died', async () => {
    const { context, clock } = await testContext()
    const remove = () => removeDueFolders(context, clock.now(), folderOwners)
    await context.db.write((tx) => supersedeFolder(tx, 'imports/imp_1/imf_1', clock.now()))
    // Renewed no more, as after a crash.
    ;(await pauseRemoval(context))[Symbol.dispose]()

    const paused = await remove()
    clock.advance(-HOUR_MS)
    await context.db.write((tx) => supersedeFolder(tx, 'imports/imp_1/imf_2', clock.now()))
    const setBack = await remove()
    clock.advance(HOUR_MS + 60_000)
    const continued = await remove()

    assert.deepEqual([paused, setBack, continued], [undefined, 1, 1])
  })
})

describe('Storage that fails', () => {
  it('while storing a title leaves nothing behind, once the ledger has removed it', async () => {
    const { context } = await testContext()
    const files: Files = {
      ...context.files,
      async putFolder(key, folder) {
        if (key.startsWith('covers')) throw Object.assign(new Error('disk full'), { code: 'ENOSPC' })
        return context.files.putFolder(key, folder)
      },
    }

    const report = await importPaths({ ...context, files }, [EPUB])
    await removeAllDue(context)

    assert.equal(report.failed[0]?.reason, 'Não há espaço em disco para guardar o título.')
    assert.deepEqual(await storedFolders(context), [])
    assert.deepEqual(await context.db.read.selectFrom('folder_removal').select('folder').execute(), [])
  })

  it('while removing a folder is retried later, and the others are removed', async () => {
    const { context, clock } = await testContext()
    const [id] = await importEach(context, [await book('Um', 'a'), await book('Um', 'b'), await book('Um', 'c')])
    clock.advance(2 * HOUR_MS)
    const files: Files = {
      ...context.files,
      async removeFolder(key) {
        if (key === publicationFolder(id, 1)) throw new Error('gone for a moment')
        await context.files.removeFolder(key)
      },
    }

    await removeAllDue({ ...context, files })
    const afterFailure = await storedFolders(context)
    clock.advance(HOUR_MS)
    await removeAllDue(context)

    assert.ok(afterFailure.includes(publicationFolder(id, 1)) && !afterFailure.includes(publicationFolder(id, 2)))
    assert.ok(!(await storedFolders(context)).includes(publicationFolder(id, 1)))
    await assertNothingLost(context)
  })
})

/** The same publication, with given metadata and content. */
async function book(title: string, content: string): Promise<string> {
  const file = await writeBook({
    'OEBPS/livro.opf': packageDocument().replace('O livro de teste', title),
    'OEBPS/c1.xhtml': page(`<h1>Um</h1><p>${content}</p>`),
  })
  after(() => rm(dirname(file), { recursive: true }))
  return file
}

/** Imports files one at a time, each in its own run. Returns the ids. */
async function importEach(context: Context, files: string[]): Promise<[string, ...string[]]> {
  const ids: string[] = []
  for (const file of files) {
    const { imported, updated, failed } = await importPaths(context, [file])
    assert.deepEqual(failed, [])
    ids.push([...imported, ...updated][0]?.id ?? '')
  }
  return ids as [string, ...string[]]
}

async function coverOf({ db }: Context): Promise<string> {
  const { cover_version } = await db.read.selectFrom('publication').select('cover_version').executeTakeFirstOrThrow()
  return cover_version
}

/** Checks that every title of the catalog has its first file and its cover. */
async function assertNothingLost({ db, files }: Context): Promise<void> {
  const titles = await db.read.selectFrom('publication').selectAll().execute()
  assert.ok(titles.length > 0)
  for (const { public_id: id, revision, manifest, cover_version } of titles) {
    const { readingOrder } = JSON.parse(manifest)
    assert.ok(await files.open(`${publicationFolder(id, revision)}/${readingOrder[0].href}`))
    assert.ok(await files.open(`${coverFolder(id, cover_version)}/640.webp`))
  }
}
