import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Manifest } from '@estante/contract/manifest.ts'
import { SEARCH_INDEX } from '@estante/formats/search/search-index.ts'
import type { Context } from '../../context.ts'
import { publicationFolder } from '../../publications/title-folders.ts'
import { updatePublication } from '../../publications/write-publication.ts'
import { readWhole } from '../../storage/read-whole.ts'
import { testContext } from '../../test/test-app.ts'
import { importPaths } from '../sources/import-paths.ts'
import { indexBooks } from './index-books.ts'

const book = fileURLToPath(new URL('../../../examples/catalog/books/notas-ao-pe-da-mangueira.epub', import.meta.url))
const signal = new AbortController().signal

describe('e-books stored by an earlier version', () => {
  it('are measured and indexed, as in an import', async () => {
    const { context } = await testContext()
    const asImportedNow = await importBook(context)
    await storeAsBefore(context)

    const report = await indexBooks(context, { signal })

    const row = await readTitle(context)
    assert.deepEqual(report, { upgraded: [{ id: row.public_id, title: row.title }], failed: [], unchanged: 0 })
    assert.deepEqual(JSON.parse(row.manifest), JSON.parse(asImportedNow.manifest))
    assert.equal(row.revision, 2)
    const [now, before] = await Promise.all([2, 1].map((one) => readStored(context, row.public_id, one, SEARCH_INDEX)))
    assert.deepEqual(now, before)
    const { readingOrder } = JSON.parse(row.manifest) as Manifest
    for (const { href } of readingOrder) {
      assert.deepEqual(
        await readStored(context, row.public_id, 2, href),
        await readStored(context, row.public_id, 1, href),
      )
    }
  })

  it('are skipped once they are measured', async () => {
    const { context } = await testContext()
    const before = await importBook(context)

    assert.deepEqual(await indexBooks(context, { signal }), { upgraded: [], failed: [], unchanged: 1 })
    assert.deepEqual(await readTitle(context), before)
  })

  it('stay unchanged, with a reason, when a file is missing', async () => {
    const { context } = await testContext()
    const { public_id: id } = await importBook(context)
    await storeAsBefore(context)
    await context.files.removeFolder(publicationFolder(id, 1))

    const { failed } = await indexBooks(context, { signal })

    assert.deepEqual(
      failed.map(({ reason }) => reason),
      ['O arquivo do título não está no armazenamento.'],
    )
    assert.equal((await readTitle(context)).revision, 1)
  })

  it('stay unchanged when the command is stopped', async () => {
    const { context } = await testContext()
    await importBook(context)
    await storeAsBefore(context)

    await assert.rejects(indexBooks(context, { signal: AbortSignal.abort() }), { name: 'AbortError' })

    assert.equal((await readTitle(context)).revision, 1)
  })
})

async function importBook(context: Context) {
  const { failed } = await importPaths(context, [book])
  assert.deepEqual(failed, [])
  return readTitle(context)
}

/** Removes the measurements from a manifest. */
async function storeAsBefore(context: Context) {
  const { id, manifest } = await readTitle(context)
  const old = JSON.stringify(JSON.parse(manifest), (key, value) =>
    key === 'letters' || key === 'letter' ? undefined : value,
  )
  await context.db.write((tx) => updatePublication(tx, id, { manifest: old }))
}

function readTitle({ db }: Context) {
  return db.read.selectFrom('publication').selectAll().executeTakeFirstOrThrow()
}

async function readStored({ files }: Context, id: string, revision: number, name: string) {
  const file = await files.open(`${publicationFolder(id, revision)}/${name}`)
  return readWhole(file!)
}
