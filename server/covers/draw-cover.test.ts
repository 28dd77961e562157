import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { ENDLESS_TITLE } from '@estante/formats/fixtures/epub/build-epub.ts'
import sharp from 'sharp'
import { drawCoverInThread } from '../imports/publication/draw-cover-in-thread.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { COVER_WIDTHS } from './cover.ts'
import { prepareCover } from './draw-cover.ts'
import { canDraw, drawText } from './typeface.ts'
import { drawTypographicCover } from './typographic-cover.ts'

const text = { type: 'ebook', title: 'Memórias Póstumas de Brás Cubas', author: 'Machado de Assis' } as const

describe('A cover', () => {
  it('is redrawn in every width, with its ratio and colour', async () => {
    const folder = await temporaryFolder()
    const picture = await sharp({ create: { width: 600, height: 900, channels: 3, background: '#c03020' } })
      .jpeg()
      .toBuffer()

    const cover = await prepareCover(folder, picture, text)

    assert.equal(cover.ratio, 0.6667)
    assert.match(cover.color, /^#[bc]\w[23]\w[12]\w$/)
    for (const width of COVER_WIDTHS) {
      const { format, width: written } = await sharp(await readFile(join(folder, `${width}.webp`))).metadata()
      assert.deepEqual([format, written], ['webp', width])
    }
  })

  const unusable: [name: string, picture: Promise<Uint8Array> | Uint8Array][] = [
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="600" height="900"><script/></svg>')],
    ['a picture cut short', tall(600, 900).then((bytes) => bytes.subarray(0, bytes.length / 2))],
    ['one pixel', tall(1, 1)],
    ['a banner', tall(900, 100)],
    ['a text', Buffer.from('isto não é uma imagem')],
  ]
  for (const [name, picture] of unusable) {
    it(`is drawn from title and author when the book brings ${name}`, async () => {
      const withPicture = await prepareCover(await temporaryFolder(), await picture, text)
      const withoutPicture = await prepareCover(await temporaryFolder(), undefined, text)

      assert.deepEqual(withPicture, withoutPicture)
    })
  }

  it('drawn from a title is 2:3 for an e-book and square for an audiobook, and differs from other titles', async () => {
    const ebook = await prepareCover(await temporaryFolder(), undefined, text)
    const audiobook = await prepareCover(await temporaryFolder(), undefined, { ...text, type: 'audiobook' })
    const other = await prepareCover(await temporaryFolder(), undefined, { ...text, title: 'Quincas Borba' })

    assert.deepEqual([ebook.ratio, audiobook.ratio], [0.6667, 1])
    assert.notEqual(ebook.version, other.version)
  })

  it('can be drawn from any title: endless, one endless word, another script, or nothing drawable', async () => {
    for (const title of [
      'Muito longo '.repeat(60),
      'a'.repeat(400),
      ENDLESS_TITLE,
      '草枕',
      'הרפתקה',
      '🙂',
      'Ł‑ą ẞ Ệ',
    ]) {
      const cover = await prepareCover(await temporaryFolder(), undefined, { ...text, title })
      assert.equal(cover.ratio, 0.6667)
    }
  })
})

describe('The lettering of a cover', () => {
  for (const title of ['Преступление и наказание', 'Ἡ Ὀδύσσεια', 'Η Φόνισσα', 'Ґава Їжак']) {
    it(`is drawn for “${title}”`, () => {
      assert.ok(canDraw(title))
      for (const weight of [400, 600] as const) assert.match(drawText(title, 0, 0, 100, weight), /^[\d. MLQCZ-]+$/)
    })
  }
})

describe('The author of a cover', () => {
  it('is whole where there is room', () => {
    const author = 'Manuel Antônio Álvares de Azevedo'
    const { svg } = drawTypographicCover('ebook', 'Noite na Taverna', author, 1200)

    const [lastLine = ''] = svg.match(/ d="[^"]+"/g)!.slice(-1)
    const contoursOf = (path: string) => path.match(/M/g)?.length
    assert.equal(contoursOf(lastLine), contoursOf(drawText(author, 0, 0, 58, 400)))
  })
})

describe('A cover of an import', () => {
  it('is refused when it takes too long, and the next is drawn', async () => {
    const late = drawCoverInThread(await temporaryFolder(), undefined, text, { limitMs: 1 })
    const stopped = drawCoverInThread(await temporaryFolder(), undefined, text, { signal: AbortSignal.abort() })
    const next = drawCoverInThread(await temporaryFolder(), undefined, text)

    await assert.rejects(late, { name: 'Refusal', message: 'A capa demorou demais para ser desenhada.' })
    await assert.rejects(stopped, { name: 'AbortError' })
    assert.deepEqual(await next, await prepareCover(await temporaryFolder(), undefined, text))
  })
})

function tall(width: number, height: number): Promise<Buffer> {
  return sharp({
    create: { width, height, channels: 3, background: '#204060', noise: { type: 'gaussian', mean: 120, sigma: 40 } },
  })
    .png()
    .toBuffer()
}
