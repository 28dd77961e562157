import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openPage } from '../../test/people.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { testApp } from '../../test/test-app.ts'
import { importPaths } from '../sources/import-paths.ts'
import { measureTitles } from './measure-titles.ts'

const fixture = fileURLToPath(new URL('../../../formats/fixtures/audio/relogio.m4b', import.meta.url))
const { signal } = new AbortController()
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0

describe('the measures of a recording', { skip: hasFfmpeg ? false : 'ffmpeg is not installed here' }, () => {
  it('are taken at the import, sent to the player, and taken later where they are missing', async () => {
    const { app, context, partner } = await testApp()
    const folder = await temporaryFolder()
    await copyFile(fixture, join(folder, 'relogio.m4b'))
    await importPaths(context, [folder], { dryRun: false, signal })
    const page = await openPage(app, partner.authorization)
    const { id, title } = await context.db.read
      .selectFrom('publication')
      .select(['public_id as id', 'title'])
      .executeTakeFirstOrThrow()
    const tell = async () => (await page.get(`/play/v1/publications/${id}`)).json().sound

    const imported = await tell()
    const again = await measureTitles(context, { signal })
    await context.db.write((tx) => tx.deleteFrom('sound_measure').execute())
    const unmeasured = await tell()
    const report = await measureTitles(context, { signal })

    assert.ok(Math.abs(imported.loudness + 19.5) < 1, `${imported.loudness} LUFS`)
    assert.deepEqual(again, { upgraded: [], failed: [], unchanged: 1 })
    assert.equal(unmeasured, null)
    assert.deepEqual(report, { upgraded: [{ id, title }], failed: [], unchanged: 0 })
    assert.deepEqual(await tell(), imported)
    await context.db.write((tx) => tx.updateTable('sound_measure').set({ silences: '[1000,3000]' }).execute())
    assert.deepEqual((await page.get(`/play/v1/publications/${id}/silences`)).json(), { silences: [1000, 3000] })
    assert.equal((await tell()).hasSilences, true)
    assert.equal((await page.get('/play/v1/publications/pub_nada/silences')).statusCode, 404)
  })

  it('do not delay a stopped import, and belong to the revision', async () => {
    const { context } = await testApp()
    await importPaths(context, [fixture], { dryRun: false, signal })
    await context.db.write((tx) => tx.updateTable('sound_measure').set({ revision: 0 }).execute())
    const stopped = AbortSignal.abort()

    await assert.rejects(measureTitles(context, { signal: stopped }))

    assert.deepEqual((await measureTitles(context, { signal })).upgraded.length, 1)
  })
})
