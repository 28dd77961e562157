import assert from 'node:assert/strict'
import { it } from 'node:test'
import { packageDocument, page, writeBook } from '@estante/formats/fixtures/epub/build-epub.ts'
import { medianOf, overlayErrors } from '../test/overlay-errors.ts'
import { createRandom } from '../test/random.ts'

it('“Ouvir daqui” and “Ler daqui” lead to within 2 % of a chapter from its narration, in the median', async () => {
  const { toSound, toBook } = await overlayErrors(await narratedBook())

  for (const errors of [toSound, toBook]) {
    assert.equal(errors.length, 12 * 60)
    assert.ok(medianOf(errors) <= 0.02, `median ${medianOf(errors)}`)
  }
})

/**
 * Twelve chapters of 60 sentences after two pages that nobody reads: sentences from a dozen letters to two hundred,
 * spoken at 11 to 19 letters a second, with a pause of up to a second after each, and longer every tenth. The last word
 * is so near the end that it has no place in the sound.
 */
async function narratedBook(): Promise<string> {
  const random = createRandom(20).next
  const files: Record<string, string | Buffer> = { 'OEBPS/som.mp3': Buffer.from('ID3\x04\x00\x00\x00\x00\x00\x00') }
  const [items, spine, entries] = [
    ['<item id="som" href="som.mp3" media-type="audio/mpeg"/>'],
    [] as string[],
    [] as string[],
  ]
  for (let chapter = 1; chapter <= 12; chapter++) {
    const [sentences, clips] = [[] as string[], [] as string[]]
    let time = 0
    for (let index = 0; index < 60; index++) {
      const isLast = chapter === 12 && index === 59
      const words = isLast ? 'Fim.' : 'O vento do mar trazia sal. '.repeat(Math.ceil(random() * 8)).trim()
      const seconds = words.length / (11 + random() * 8) + random() + (index % 10 === 9 ? 2 : 0)
      sentences.push(`<p id="f${index}">${words}</p>`)
      clips.push(
        `<par><text src="n${chapter}.xhtml#f${index}"/><audio src="som.mp3" clipBegin="${time.toFixed(3)}s" clipEnd="${(time + seconds).toFixed(3)}s"/></par>`,
      )
      time += seconds
    }
    files[`OEBPS/n${chapter}.xhtml`] = page(sentences.join('\n'))
    files[`OEBPS/n${chapter}.smil`] = `<smil><body>${clips.join('')}</body></smil>`
    items.push(
      `<item id="n${chapter}" href="n${chapter}.xhtml" media-type="application/xhtml+xml" media-overlay="m${chapter}"/>`,
      `<item id="m${chapter}" href="n${chapter}.smil" media-type="application/smil+xml"/>`,
    )
    spine.push(`<itemref idref="n${chapter}"/>`)
    entries.push(`<li><a href="n${chapter}.xhtml">Capítulo ${chapter}</a></li>`)
  }
  return writeBook({
    ...files,
    'OEBPS/livro.opf': packageDocument({
      manifest: items.join(''),
      spine: `<itemref idref="c1"/><itemref idref="c2"/>${spine.join('')}`,
    }),
    'OEBPS/nav.xhtml': page(
      `<nav epub:type="toc"><ol><li><a href="c1.xhtml">Dedicatória</a></li>${entries.join('')}</ol></nav>`,
    ),
  })
}
