import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { GuidedNavigationDocument } from '@estante/contract/guided-navigation.ts'
import { type EpubFiles, packageDocument, page, scrambled } from '../fixtures/epub/build-epub.ts'
import { extractBook } from '../fixtures/epub/extract.ts'
import { readClockValue } from './clock-value.ts'

const SOUND = Buffer.from('ID3\x04\x00\x00\x00\x00\x00\x00')
const CHAPTER = page('<h1 id="t">Um</h1><p id="a">Era uma vez.</p><aside id="n">1</aside><p id="b c">Fim.</p>')

describe('an EPUB with media overlays', () => {
  it('gets guided navigation beside the chapter, with roles, times and duration', async () => {
    const { manifest, removed, read } = await extractOverlay(
      `<seq epub:textref="../c1.xhtml#t" epub:type="chapter constructor">
        <par><text src="../c1.xhtml#t"/><audio src="som/um.mp3" clipEnd="1.5s"/></par>
        <seq epub:type="table-row hack&quot;"><par epub:type="footnote"><text src="../c1.xhtml#n"/><audio src="som/um.mp3" clipBegin="0:00:01.500" clipEnd="00:02.25"/></par></seq>
        <par><audio src="som/um.mp3" clipBegin="2250ms" clipEnd="3"/><text src="../c1.xhtml#b%20c"/></par></seq>`,
    )

    assert.deepEqual(removed, [])
    const [first, second] = manifest.readingOrder
    assert.deepEqual(first!.alternate, [
      { href: 'OEBPS/c1.guided.json', type: 'application/guided-navigation+json', duration: 3 },
    ])
    assert.equal(second!.alternate, undefined)
    assert.equal(manifest.metadata.duration, 3)
    assert.deepEqual(manifest.metadata.mediaOverlay, { activeClass: 'falada', playbackActiveClass: 'falando' })
    assert.deepEqual(manifest.metadata.narrator, ['Nara'])
    assert.deepEqual(JSON.parse(await read('OEBPS/c1.guided.json')) satisfies GuidedNavigationDocument, {
      guided: [
        {
          textref: 'c1.xhtml#t',
          role: ['chapter', 'constructor'],
          children: [
            { textref: 'c1.xhtml#t', audioref: 'mo/som/um.mp3#t=0,1.5' },
            {
              role: ['row'],
              children: [{ role: ['footnote'], textref: 'c1.xhtml#n', audioref: 'mo/som/um.mp3#t=1.5,2.25' }],
            },
            { textref: 'c1.xhtml#b%20c', audioref: 'mo/som/um.mp3#t=2.25,3' },
          ],
        },
      ],
    })
    assert.ok(manifest.resources.some(({ href, type }) => href === 'OEBPS/mo/som/um.mp3' && type === 'audio/mpeg'))
  })

  it('has no duration when a part lasts to the end of its recording', async () => {
    const { manifest } = await extractOverlay(
      '<par><text src="../c1.xhtml#a"/><audio src="som/um.mp3" clipBegin="7s"/></par>',
    )

    assert.equal(manifest.readingOrder[0]!.alternate![0]!.duration, undefined)
  })

  it('is imported without broken parts, and reports their number', async () => {
    const sound = '<audio src="som/um.mp3" clipBegin="0" clipEnd="1"/>'
    const broken = [
      `<par><text src="../c1.xhtml#falta"/>${sound}</par>`,
      `<par><text src="../../../../etc/passwd#a"/>${sound}</par>`,
      `<par><text src="https://example.com/#a"/>${sound}</par>`,
      `<par>${sound}</par>`,
      '<par><text src="../c1.xhtml#a"/><audio src="falta.mp3"/></par>',
      '<par><text src="../c1.xhtml#a"/><audio src="../c2.xhtml"/></par>',
      '<par><text src="../c1.xhtml#a"/><audio src="https://example.com/um.mp3"/></par>',
      '<par><text src="../c1.xhtml#a"/><audio src="som/um.mp3" clipBegin="-1s"/></par>',
      '<par><text src="../c1.xhtml#a"/><audio src="som/um.mp3" clipBegin="2" clipEnd="1"/></par>',
      '<par><text src="../c1.xhtml#a"/><audio src="som/um.mp3" clipBegin="1:99:00"/></par>',
    ]

    const { removed, read } = await extractOverlay(`${broken.join('')}<par><text src="../c1.xhtml#a"/>${sound}</par>`)

    assert.deepEqual(removed, ['10 trechos de narração sincronizada ignorados'])
    assert.deepEqual(JSON.parse(await read('OEBPS/c1.guided.json')), {
      guided: [{ textref: 'c1.xhtml#a', audioref: 'mo/som/um.mp3#t=0,1' }],
    })
  })

  it('is imported as text only when its whole overlay is broken', async () => {
    for (const [overlay, count] of [
      ['<seq/>', 0],
      ['nada disto <<<', 0],
      ['<seq><par>', 1],
      [undefined, 1],
    ] as const) {
      const { manifest, removed } = await extractOverlay(overlay)

      assert.equal(manifest.readingOrder[0]!.alternate, undefined)
      assert.deepEqual([manifest.metadata.duration, manifest.metadata.mediaOverlay], [undefined, undefined])
      assert.deepEqual(removed, count === 0 ? [] : ['1 trecho de narração sincronizada ignorado'])
    }
  })

  it('has bounded time and output, whatever its overlay contains', async () => {
    const parts = (count: number) =>
      Array.from({ length: count }, (_, at) => {
        const id = scrambled(at)
        return `<par id="${id}"><text src="../c1.xhtml#a"/><audio src="som/um.mp3" clipBegin="0" clipEnd="1"/></par>`
      }).join('')
    const part = parts(1)
    const seqs = Array.from({ length: 50_000 }, (_, at) => `<seq id="${scrambled(at)}">`).join('')
    const entities = `<!DOCTYPE smil [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, at) => `<!ENTITY ${'b'.repeat(at + 1)} "${`&${'b'.repeat(at) || 'a'};`.repeat(10)}">`).join('')}]>`
    const padding = Array.from({ length: 1_200_000 }, (_, at) => scrambled(at)).join(' ')

    const many = await extractOverlay(parts(41_000))
    const deep = await extractOverlay(`${seqs}${part}`)
    const huge = await extractOverlay(`${part}<!-- ${padding} -->`)
    const bomb = await extractOverlay(`${part}<par>&bbbbbbbbb;</par>`, entities)

    assert.deepEqual(many.removed, ['1000 trechos de narração sincronizada ignorados'])
    assert.equal(deep.manifest.readingOrder[0]!.alternate, undefined)
    assert.deepEqual(huge.removed, ['1 trecho de narração sincronizada ignorado'])
    assert.deepEqual(bomb.removed, ['1 trecho de narração sincronizada ignorado'])
  })
})

it('readClockValue reads every form of SMIL clock values', () => {
  const known: Record<string, number | undefined> = {
    '5:34:31.396': 20071.396,
    '124:59:36': 449976,
    '0:05:01.2': 301.2,
    '09:58': 598,
    '00:56.78': 56.78,
    '76.2s': 76.2,
    '7.75h': 27900,
    '13min': 780,
    '2345ms': 2.345,
    '12.345': 12.345,
    '': undefined,
    '-1': undefined,
    '1:60': undefined,
    NaN: undefined,
    '1e9': undefined,
    '0x10': undefined,
  }

  for (const [text, seconds] of Object.entries(known)) assert.deepEqual([text, readClockValue(text)], [text, seconds])
})

function extractOverlay(body: string | undefined, doctype = '') {
  const files: EpubFiles = {
    'OEBPS/c1.xhtml': CHAPTER,
    'OEBPS/mo/som/um.mp3': SOUND,
    'OEBPS/mo/c1.smil':
      body &&
      `${doctype}<smil xmlns="http://www.w3.org/ns/SMIL" xmlns:epub="http://www.idpf.org/2007/ops" version="3.0"><body>${body}</body></smil>`,
  }
  const opf = packageDocument({
    metadata: `<meta property="media:active-class">falada</meta><meta property="media:playback-active-class">falando</meta>
      <meta property="media:narrator">Nara</meta>`,
    manifest: '<item id="mo" href="mo/c1.smil" media-type="application/smil+xml"/>',
  }).replace('<item id="c1"', '<item id="c1" media-overlay="mo"')
  return extractBook({ ...files, 'OEBPS/livro.opf': opf })
}
