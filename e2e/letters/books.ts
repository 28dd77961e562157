import { globSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { openPublicationFile } from '@estante/formats/open.ts'
import { mediaTypeOf } from '@estante/server/storage/media-type.ts'
import { drawLook } from './generated.ts'
import type { ChapterJob } from './job.ts'
import type { Answer } from './server.ts'

/** Opens the EPUBs at some paths, extracted one after another into a folder that `find` reads. */
export async function openBooks(paths: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'letters-books-'))
  const files = (await Promise.all(paths.map(epubsAt))).flat()

  async function find(path: string): Promise<Answer | undefined> {
    const type = mediaTypeOf(basename(path))
    if (!type) return undefined
    return readFile(join(folder, path)).then(
      (body) => ({ type, body }),
      () => undefined,
    )
  }

  /** Generates a job for every chapter of every book, with random size and mode. Skips refused books. */
  async function* chapters(): AsyncGenerator<ChapterJob> {
    for (const [index, file] of files.entries()) {
      const name = `book-${index}`
      const opened = await openPublicationFile(file)
      if (opened.type !== 'ebook') continue
      await mkdir(join(folder, name))
      const { manifest } = await opened.extractTo(join(folder, name)).catch((problem: unknown) => {
        console.log(`– ${basename(file)}: ${problem instanceof Error ? problem.message : problem}`)
        return { manifest: undefined }
      })
      for (const [chapter, { href }] of manifest?.readingOrder.entries() ?? []) {
        const look = drawLook(index * 1000 + chapter)
        yield { name: `${basename(file)} ${href}`, manifest: manifest!, base: `/${name}/`, chapter, ...look }
      }
      await rm(join(folder, name), { recursive: true, force: true })
    }
  }

  return { find, chapters, close: () => rm(folder, { recursive: true, force: true }) }
}

async function epubsAt(path: string): Promise<string[]> {
  return (await stat(path)).isDirectory() ? globSync(join(path, '**/*.epub')).sort() : [path]
}
