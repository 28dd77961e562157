import assert from 'node:assert/strict'
import { it } from 'node:test'
import { packageDocument, page, writeBook } from '@estante/formats/fixtures/epub/build-epub.ts'
import { importPaths } from '../imports/sources/import-paths.ts'
import { openPage } from '../test/people.ts'
import { testApp } from '../test/test-app.ts'

it('An e-book with audio is served with its guided navigation and its sound, by ranges, and is no audiobook', async () => {
  const service = await testApp()
  const opf = packageDocument({ manifest: '<item id="mo" href="c1.smil" media-type="application/smil+xml"/>' })
  const book = await writeBook({
    'OEBPS/livro.opf': opf.replace('<item id="c1"', '<item id="c1" media-overlay="mo"'),
    'OEBPS/c1.xhtml': page('<p id="a">Era uma vez.</p>'),
    'OEBPS/um.mp3': Buffer.from('ID3\x04\x00\x00\x00\x00\x00\x00'),
    'OEBPS/c1.smil':
      '<smil><body><par><text src="c1.xhtml#a"/><audio src="um.mp3" clipBegin="0" clipEnd="1:02"/></par></body></smil>',
  })
  const { imported } = await importPaths(service.context, [book])
  const member = await openPage(service.app, service.partner.authorization)

  const detail = (await member.get(`/play/v1/publications/${imported[0]!.id}?with=manifest`)).json()

  const [chapter] = detail.manifest.readingOrder
  const serve = (href: string, headers = {}) =>
    service.app.inject({ url: detail.media.manifestUrl.replace('manifest.json', href), headers })
  assert.deepEqual([detail.durationSeconds, detail.manifest.metadata.duration], [undefined, 62])
  const guided = await serve(chapter.alternate[0].href)
  assert.match(String(guided.headers['content-type']), /^application\/guided-navigation\+json/)
  assert.deepEqual(guided.json(), { guided: [{ textref: 'c1.xhtml#a', audioref: 'um.mp3#t=0,62' }] })
  const sound = await serve('OEBPS/um.mp3', { range: 'bytes=0-2' })
  assert.deepEqual([sound.statusCode, sound.body, sound.headers['content-type']], [206, 'ID3', 'audio/mpeg'])
})
