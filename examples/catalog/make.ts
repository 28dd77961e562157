/**
 * Generates the sample catalog in `books/` from `sources/`: `node examples/catalog/make.ts [slug…]`. Needs the Debian
 * packages espeak-ng and ffmpeg. The results are committed; run it after changing a source.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { makeM4b, makeMp3Folder } from './authoring/audiobook.ts'
import { makeEpub } from './authoring/epub.ts'
import { readChapters } from './authoring/text.ts'
import { covers } from './sources/covers.ts'
import { type Work, works } from './sources/works.ts'

const books = join(import.meta.dirname, 'books')

const wanted = process.argv.slice(2)
await mkdir(books, { recursive: true })
for (const work of works) if (wanted.length === 0 || wanted.includes(work.slug)) await make(work)

async function make(work: Work): Promise<void> {
  const chapters = readChapters(work.slug)
  const { narration } = work
  if (work.ebook) {
    await makeEpub(work, chapters, await paintCover(work, 1500), join(books, `${work.slug}.epub`))
  }
  if (narration?.form === 'm4b') {
    await makeM4b(work, narration, chapters, await paintCover(work, 1000), join(books, `${work.slug}.m4b`))
  }
  if (narration?.form === 'mp3') {
    await makeMp3Folder(work, narration, chapters, await paintCover(work, 1000), join(books, work.slug))
  }
  console.log(`${work.title}: ${chapters.length} chapters`)
}

/** Renders the cover as a JPEG, 1,000 pixels wide: 1,500 high for a book, square for an audiobook. */
async function paintCover({ slug }: Work, height: number): Promise<Buffer> {
  const draw = covers[slug]
  if (!draw) throw new Error(`No cover is called ${slug}`)
  return sharp(Buffer.from(draw(height)))
    .resize(1000)
    .jpeg({ quality: 86, chromaSubsampling: '4:4:4' })
    .toBuffer()
}
