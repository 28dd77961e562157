import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tagLength } from '@estante/formats/audiobook/mp3/tag-length.ts'
import { readMovie } from '@estante/formats/audiobook/mp4/movie.ts'
import { writeMp4 } from '@estante/formats/audiobook/mp4/write-mp4.ts'
import { SourceFile } from '@estante/formats/audiobook/source-file.ts'
import { repeatSound } from '@estante/formats/fixtures/audio/repeat-sound.ts'
import { packageDocument, page, writeBook } from '@estante/formats/fixtures/epub/build-epub.ts'

const TEN_HOURS_SECONDS = 36_000
const PICTURES = 60
const CHAPTER_REPEATS = 10
const NOVEL_CHAPTERS = 200
const PARAGRAPHS_A_CHAPTER = 12
const PICTURE_BYTES = 512 * 1024

const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Makes an M4B of ten hours at 42 kbit/s, by repeating a sample story. */
export async function makeLongM4b(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  await using source = await SourceFile.open(here('examples/catalog/books/o-farol-de-sal.m4b'))
  const { signal } = new AbortController()
  const { sound } = await readMovie(source, signal)
  const { href } = await writeMp4(folder, source, repeatSound(sound, TEN_HOURS_SECONDS), signal, () => {})
  const path = join(folder, 'dez-horas.m4b')
  await rename(join(folder, href), path)
  return path
}

/** Makes an MP3 of ten hours with variable bitrate. */
export async function makeLongMp3(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const file = await readFile(here('formats/fixtures/audio/relogio.mp3'))
  // Without chapters, so that the player's bar covers the whole book.
  const sound = file.subarray(tagLength(file))
  const path = join(folder, 'dez-horas.mp3')
  await using output = await open(path, 'wx')
  for (let seconds = 0; seconds < TEN_HOURS_SECONDS; seconds += 8) await output.writeFile(sound)
  return path
}

/** Makes an EPUB of 30 MB: a story, with pictures that do not compress. */
export async function makeLargeEpub(): Promise<string> {
  const names = Array.from({ length: PICTURES }, (_, index) => `foto-${index}.jpg`)
  const paragraphs = Array.from({ length: 300 }, (_, index) => `<p>Parágrafo ${index} de uma tarde longa no farol.</p>`)
  return writeBook({
    'OEBPS/livro.opf': packageDocument({
      manifest: names.map((name, index) => `<item id="f${index}" href="${name}" media-type="image/jpeg"/>`).join(''),
    }),
    'OEBPS/c1.xhtml': page(`<h1>O farol</h1>${paragraphs.join('')}`),
    'OEBPS/c2.xhtml': page(names.map((name) => `<p><img src="${name}" alt=""/></p>`).join('')),
    ...Object.fromEntries(names.map((name) => [`OEBPS/${name}`, jpeg()])),
  })
}

/** Repeats the samples' prose as one chapter of more than two hundred pages on a phone. */
export async function makeLongChapter(): Promise<string> {
  return writeBook({
    'OEBPS/livro.opf': packageDocument({ spine: '<itemref idref="c1"/>' }),
    'OEBPS/c1.xhtml': page(`<h1>Muitas tardes</h1>${(await readParagraphs()).join('').repeat(CHAPTER_REPEATS)}`),
  })
}

/** Makes a novel of 200 chapters of about two pages on a phone each, from the samples' prose. */
export async function makeNovel(): Promise<string> {
  const paragraphs = await readParagraphs()
  const numbers = Array.from({ length: NOVEL_CHAPTERS }, (_, index) => index)
  const items = numbers.map(
    (number) => `<item id="n${number}" href="n${number}.xhtml" media-type="application/xhtml+xml"/>`,
  )
  const entries = numbers.map((number) => `<li><a href="n${number}.xhtml">Capítulo ${number + 1}</a></li>`)
  return writeBook({
    'OEBPS/livro.opf': packageDocument({
      manifest: items.join(''),
      spine: numbers.map((number) => `<itemref idref="n${number}"/>`).join(''),
    })
      .replace('O livro de teste', 'Duzentas tardes')
      .replace(/urn:uuid:[^<]+/, 'urn:uuid:67676767-1234-1234-1234-123456789abc'),
    'OEBPS/nav.xhtml': page(`<nav epub:type="toc"><ol>${entries.join('')}</ol></nav>`),
    ...Object.fromEntries(
      numbers.map((number) => {
        const from = (number * PARAGRAPHS_A_CHAPTER) % paragraphs.length
        const text = [...paragraphs, ...paragraphs].slice(from, from + PARAGRAPHS_A_CHAPTER).join('')
        return [`OEBPS/n${number}.xhtml`, page(`<h1>Capítulo ${number + 1}</h1>${text}`)]
      }),
    ),
  })
}

/** The prose of the samples, as XHTML. */
async function readParagraphs(): Promise<string[]> {
  const folder = here('examples/catalog/sources/texts')
  const texts = (await readdir(folder)).sort().map((name) => readFile(join(folder, name), 'utf8'))
  return (await Promise.all(texts))
    .flatMap((text) => text.split(/\n{2,}/))
    .filter((paragraph) => /^[\p{L}—"“]/u.test(paragraph))
    .map((paragraph) => `<p>${paragraph.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`)}</p>`)
}

/** Makes random bytes with a JPEG header, since nothing decodes the picture here. */
function jpeg(): Buffer {
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(PICTURE_BYTES)])
}
