import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../config.ts'
import { closeContext, openContext } from '../context.ts'
import { coverFolder } from '../covers/cover.ts'
import { publicationFolder } from '../media/folders.ts'
import { emptyInstance, runOnInstance } from '../test/instance.ts'
import { startObjectStore } from '../test/object-store.ts'
import { testsOn } from '../test/test-database.ts'

const BOOKS = fileURLToPath(new URL('../../examples/catalog/books/', import.meta.url))
const EPUB = `${BOOKS}o-farol-de-sal.epub`
const MP3 = fileURLToPath(new URL('../../formats/fixtures/audio/relogio.mp3', import.meta.url))

describe('estante migrate-to s3://', () => {
  it('copies all media, verifies them, resumes after an interruption, and leaves the disk unchanged', async () => {
    const instance = await emptyInstance(testsOn)
    const store = await startObjectStore()
    const url = `s3://media/acervo?endpoint=${store.location.endpoint}`
    await runOnInstance(instance, 'catalog', 'import', EPUB)
    const first = await runOnInstance(instance, 'migrate-to', url)
    await runOnInstance(instance, 'catalog', 'import', MP3)

    const second = await runOnInstance(instance, 'migrate-to', url, '--json')

    assert.deepEqual([first.code, second.code], [0, 0], first.error + second.error)
    assert.match(first.out, /: 2 pastas \(agora, 2\), \d+ arquivos, \d+,\d MB\. /)
    assert.deepEqual([JSON.parse(second.out).folders, JSON.parse(second.out).copied], [4, 2])
    await rm(`${instance.DATA_DIR}/media/stored`, { recursive: true })
    const context = await openContext(readConfig({ ...instance, LOG_LEVEL: 'silent', MEDIA_URL: url }))
    const titles = await context.db.read.selectFrom('publication').selectAll().execute()
    assert.equal(titles.length, 2)
    for (const { public_id: id, revision, cover_version, manifest } of titles) {
      assert.ok(await context.files.open(`${coverFolder(id, cover_version)}/640.webp`))
      const { readingOrder, resources } = JSON.parse(manifest) as Record<string, { href: string }[]>
      for (const { href } of [...(readingOrder ?? []), ...(resources ?? [])]) {
        assert.ok(await context.files.open(`${publicationFolder(id, revision)}/${decodeURIComponent(href)}`), href)
      }
    }
    await closeContext(context)
  })

  it('reports files that differ in the store', async () => {
    const instance = await emptyInstance(testsOn)
    const store = await startObjectStore()
    const url = `s3://media/acervo?endpoint=${store.location.endpoint}`
    await runOnInstance(instance, 'catalog', 'import', MP3)
    store.breakWith(({ method, url = '' }) =>
      method === 'GET' && url.includes('/publications/') && !url.includes('list-type') ? 'error' : undefined,
    )

    const { code, error } = await runOnInstance(instance, 'migrate-to', url, '--json')

    assert.equal(code, 1)
    assert.match(error, /armazenamento/)
  })

  it('requires media on disk', async () => {
    const instance = await emptyInstance(testsOn)
    const { code, error } = await runOnInstance(instance, 'migrate-to', 's3://acervo?region=us-east-1')

    assert.equal(code, 1)
    assert.match(error, /^Não há mídias em /)
  })
})
