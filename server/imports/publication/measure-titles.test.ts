import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { packageDocument, page, writeBook } from '@estante/formats/fixtures/epub/build-epub.ts'
import { openPage } from '../../test/people.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { testApp } from '../../test/test-app.ts'
import { importPaths } from '../sources/import-paths.ts'
import { measureTitles } from './measure-titles.ts'

const audio = fileURLToPath(new URL('../../../formats/fixtures/audio', import.meta.url))
const fixture = join(audio, 'relogio.m4b')
const { signal } = new AbortController()
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0

describe('the measures of a recording', { skip: hasFfmpeg ? false : 'ffmpeg is not installed here' }, () => {
  it('are taken at the import, sent to the player, and taken later where they are missing', async () => {
    const { app, context, partner } = await testApp()
    const folder = await temporaryFolder()
    await copyFile(fixture, join(folder, 'relogio.m4b'))
    await importPaths(context, [folder], { dryRun: false, signal })
    const member = await openPage(app, partner.authorization)
    const { id, title } = await context.db.read
      .selectFrom('publication')
      .select(['public_id as id', 'title'])
      .executeTakeFirstOrThrow()
    const tell = async () => (await member.get(`/play/v1/publications/${id}`)).json().sound

    const imported = await tell()
    const again = await measureTitles(context, { signal })
    await context.db.write((tx) => tx.deleteFrom('sound_measure').execute())
    const unmeasured = await tell()
    const report = await measureTitles(context, { signal })

    assert.ok(Math.abs(imported.loudness + 19.5) < 1, `${imported.loudness} LUFS`)
    assert.deepEqual(again, { measured: [], failed: [], unchanged: 1 })
    assert.equal(unmeasured, null)
    assert.deepEqual(report, { measured: [{ id, title }], failed: [], unchanged: 0 })
    assert.deepEqual(await tell(), imported)
    await context.db.write((tx) => tx.updateTable('sound_measure').set({ silences: '[1000,3000]' }).execute())
    assert.deepEqual((await member.get(`/play/v1/publications/${id}/silences`)).json(), { silences: [1000, 3000] })
    assert.equal((await tell()).hasSilences, true)
    assert.equal((await member.get('/play/v1/publications/pub_nada/silences')).statusCode, 404)
  })

  it('are the loudness of an e-book’s narration, and of no other sound in an e-book', async () => {
    const { app, context, partner } = await testApp()
    const recording = await readFile(join(audio, 'leitura.mp3'))
    const overlay = '<par><text src="c1.xhtml#f"/><audio src="leitura.mp3" clipBegin="0s" clipEnd="2s"/></par>'
    const narrated = await writeBook({
      'OEBPS/livro.opf': packageDocument({
        manifest: '<item id="m" href="c1.smil" media-type="application/smil+xml"/>',
      }).replace('<item id="c1"', '<item id="c1" media-overlay="m"'),
      'OEBPS/c1.xhtml': page('<p id="f">O relógio da varanda</p>'),
      'OEBPS/c1.smil': `<smil><body>${overlay}</body></smil>`,
      'OEBPS/leitura.mp3': recording,
    })
    const silent = await writeBook({
      'OEBPS/livro.opf': packageDocument().replace('O livro de teste', 'Sem voz').replace('urn:uuid:1', 'urn:uuid:2'),
      'OEBPS/som.mp3': recording,
    })

    await importPaths(context, [narrated, silent], { dryRun: false, signal })

    const measures = await context.db.read.selectFrom('sound_measure').select(['loudness', 'silences']).execute()
    const member = await openPage(app, partner.authorization)
    const sounds: Record<string, object | null> = {}
    for (const { id, title } of (await member.get('/play/v1/publications')).json().items)
      sounds[title] = (await member.get(`/play/v1/publications/${id}`)).json().sound
    const loudness = measures[0]!.loudness!
    assert.deepEqual(
      measures.map(({ silences }) => silences),
      ['[]'],
    )
    assert.ok(loudness > -40 && loudness < -10, `${loudness} LUFS`)
    assert.deepEqual(sounds, { 'O livro de teste': { loudness, hasSilences: false }, 'Sem voz': null })
  })

  it('do not delay a stopped import, and belong to the revision', async () => {
    const { context } = await testApp()
    await importPaths(context, [fixture], { dryRun: false, signal })
    await context.db.write((tx) => tx.updateTable('sound_measure').set({ revision: 0 }).execute())
    const stopped = AbortSignal.abort()

    await assert.rejects(measureTitles(context, { signal: stopped }))

    assert.deepEqual((await measureTitles(context, { signal })).measured.length, 1)
  })
})
