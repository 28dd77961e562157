import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageDocument, page, writeBook } from '@estante/formats/fixtures/epub/build-epub.ts'

const AUDIO = new URL('../formats/fixtures/audio/relogio.mp3', import.meta.url)

/** Settings of a command that finds no ffmpeg: measuring an hour of sound takes seconds. */
export const WITHOUT_FFMPEG = { PATH: '/nowhere' }

/** Writes an audiobook of at least so many bytes. */
export async function writeAudiobook(folder: string, bytes = 0): Promise<string> {
  const sound = await readFile(AUDIO)
  const file = join(folder, 'relogio.mp3')
  await writeFile(file, Buffer.concat(Array.from({ length: Math.ceil(bytes / sound.length) || 1 }, () => sound)))
  return file
}

/** Writes a small e-book. Another `edition` has other contents under the same identifier. */
export async function writeEbook(folder: string, title: string, edition = 1): Promise<string> {
  const identity = packageDocument()
    .replace('urn:uuid:12345678-1234-1234-1234-123456789abc', `urn:estante:${title}`)
    .replace('O livro de teste', title)
  const file = join(folder, `${title}.epub`)
  const written = await writeBook({
    'OEBPS/livro.opf': identity,
    'OEBPS/c1.xhtml': page(`<h1>${title}</h1><p>Edição ${edition}. ${'Era uma vez. '.repeat(200 * edition)}</p>`),
  })
  await rename(written, file)
  return file
}
