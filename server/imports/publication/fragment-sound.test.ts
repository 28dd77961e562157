import assert from 'node:assert/strict'
import { copyFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Context } from '../../context.ts'
import { updatePublication } from '../../publications/write-publication.ts'
import { testContext } from '../../test/test-app.ts'
import { importPaths } from '../sources/import-paths.ts'
import { fragmentSound } from './fragment-sound.ts'

const fixture = (name: string) => fileURLToPath(new URL(`../../../formats/fixtures/audio/${name}`, import.meta.url))
const signal = new AbortController().signal

describe('recordings stored by an earlier version', () => {
  for (const name of ['relogio.m4b', 'relogio.mp3']) {
    it(`are fragmented, with the same metadata and duration: ${name}`, async () => {
      const { context } = await testContext()
      const asImportedNow = await importTitle(context, name)
      const before = await asStoredBefore(context, name)

      const report = await fragmentSound(context, { signal })

      const row = await readTitle(context)
      assert.deepEqual(report, { upgraded: [{ id: row.public_id, title: row.title }], failed: [], unchanged: 0 })
      assert.deepEqual(JSON.parse(row.manifest), JSON.parse(asImportedNow.manifest))
      assert.deepEqual(
        { ...row, manifest: '', revision: 0, updated_at: 0 },
        { ...before, manifest: '', revision: 0, updated_at: 0 },
      )
      const [recording] = JSON.parse(row.manifest).readingOrder
      const stored = await context.files.open(`publications/${row.public_id}/2/${recording.href}`)
      assert.equal(stored?.sizeBytes, recording.properties.bytes)
    })
  }

  it('stay available to members who are listening', async () => {
    const { context } = await testContext()
    await importTitle(context, 'relogio.m4b')
    const { public_id: id } = await asStoredBefore(context, 'relogio.m4b')

    await fragmentSound(context, { signal })

    assert.ok(await context.files.open(`publications/${id}/1/audio.m4a`))
    const due = await context.db.read.selectFrom('folder_removal').selectAll().executeTakeFirstOrThrow()
    assert.equal(due.folder, `publications/${id}/1`)
    assert.ok(due.remove_after >= context.clock.now() + 3_600_000)
  })

  it('are skipped once they are fragmented', async () => {
    const { context } = await testContext()
    await importTitle(context, 'relogio.m4b')
    const before = await readTitle(context)

    const report = await fragmentSound(context, { signal })

    assert.deepEqual(report, { upgraded: [], failed: [], unchanged: 1 })
    assert.deepEqual(await readTitle(context), before)
  })

  it('stay unchanged, with a reason, when they cannot be read', async () => {
    const { context } = await testContext()
    await importTitle(context, 'relogio.m4b')
    const before = await asStoredBefore(context, 'relogio-alac.m4a')

    const { failed } = await fragmentSound(context, { signal })

    assert.deepEqual(
      failed.map(({ id, reason }) => [id, /ALAC/.test(reason)]),
      [[before.public_id, true]],
    )
    assert.deepEqual(await readTitle(context), before)
  })

  it('are continued after the command was stopped', async () => {
    const { context } = await testContext()
    await importTitle(context, 'relogio.m4b')
    await asStoredBefore(context, 'relogio.m4b')
    const stopping = new AbortController()

    const stopped = fragmentSound(context, { signal: stopping.signal, onProgress: () => stopping.abort() })
    await assert.rejects(stopped, { name: 'AbortError' })
    const { revision } = await readTitle(context)
    const { upgraded } = await fragmentSound(context, { signal })

    assert.equal(revision, 1)
    assert.equal(upgraded.length, 1)
  })
})

async function importTitle(context: Context, name: string) {
  const { failed } = await importPaths(context, [fixture(name)])
  assert.deepEqual(failed, [])
  return readTitle(context)
}

/** Stores a recording as a version without fragments did: a playable file without an index. */
async function asStoredBefore(context: Context, name: string) {
  const { id, public_id, manifest } = await readTitle(context)
  const { readingOrder, ...others } = JSON.parse(manifest)
  const [{ alternate, properties, ...recording }] = readingOrder
  const file = await context.files.open(`publications/${public_id}/1/${recording.href}`)
  await copyFile(fixture(name), file!.localPath!)
  const before = { ...others, readingOrder: [{ ...recording, properties: { bytes: properties.bytes } }] }
  await context.db.write((tx) => updatePublication(tx, id, { manifest: JSON.stringify(before) }))
  return readTitle(context)
}

function readTitle({ db }: Context) {
  return db.read.selectFrom('publication').selectAll().executeTakeFirstOrThrow()
}
