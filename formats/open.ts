import type { Manifest } from '@estante/contract/manifest.ts'
import type { ExtractedPublication, OpenedPublication, OpenedSource, ReadOptions } from './publication.ts'
import { runInThread } from './run-in-thread.ts'

/** Opening reads a file to its end for its hash; no sound file takes so long. */
const OPENING_LIMIT_MS = 15 * 60_000
/** For all tracks of a folder: the tags of one take a few milliseconds. */
const ALBUMS_LIMIT_MS = 5 * 60_000
const EXTRACTION_LIMIT_MS = { ebook: 120_000, audiobook: 15 * 60_000 }
const OPENING_MEMORY_MB = 256
/** The index of a recording of a hundred hours takes most of it. */
const EXTRACTION_MEMORY_MB = { ebook: 160, audiobook: 512 }

/**
 * Recognises a book file, or a folder of MP3, by its bytes and never by its name, and opens it. Throws `Refusal` for
 * anything that is not an EPUB, an MP3, an M4B or an M4A, and says what it is instead where that can be told. Everything is
 * read in a thread of its own, under a limit of time and memory: a hostile book can neither hang the process nor take its
 * memory, and whoever aborts is heard at once.
 */
export async function openPublication(source: string, options: ReadOptions = {}): Promise<OpenedPublication> {
  const opened = await runInThread<OpenedSource>(
    { source },
    {
      ...options,
      limitMs: options.limitMs ?? OPENING_LIMIT_MS,
      memoryMb: OPENING_MEMORY_MB,
      tooSlow: 'O arquivo demorou demais para ser lido.',
      tooLarge: 'O arquivo precisa de memória demais para ser lido.',
    },
  )
  const { type } = opened
  const subject = type === 'ebook' ? 'O livro' : 'O áudio'
  return {
    ...opened,
    extractTo: (folder, options = {}) =>
      runInThread<ExtractedPublication>(
        { source, folder },
        {
          ...options,
          limitMs: options.limitMs ?? EXTRACTION_LIMIT_MS[type],
          memoryMb: EXTRACTION_MEMORY_MB[type],
          tooSlow: `${subject} demorou demais para ser lido.`,
          tooLarge: `${subject} precisa de memória demais para ser lido.`,
        },
      ),
  }
}

/**
 * Reads the album that each of some MP3 says it is of, in a thread under limits as `openPublication` does. Throws `Refusal`
 * when they are passed.
 */
export function readAlbums(tracks: string[], options: ReadOptions = {}): Promise<(string | undefined)[]> {
  return runInThread<(string | undefined)[]>(
    { tracks },
    {
      ...options,
      limitMs: options.limitMs ?? ALBUMS_LIMIT_MS,
      memoryMb: OPENING_MEMORY_MB,
      tooSlow: 'As faixas demoraram demais para ser lidas.',
      tooLarge: 'As faixas precisam de memória demais para ser lidas.',
    },
  )
}

/**
 * Measures an e-book that was extracted into a folder before books were, as an extraction does now: writes its search
 * index there and answers its manifest with lengths. Throws `Refusal` when that takes too much.
 */
export function measureExtracted(folder: string, manifest: Manifest, options: ReadOptions = {}): Promise<Manifest> {
  return runInThread<Manifest>(
    { measured: folder, manifest },
    {
      ...options,
      limitMs: options.limitMs ?? EXTRACTION_LIMIT_MS.ebook,
      memoryMb: EXTRACTION_MEMORY_MB.ebook,
      tooSlow: 'O livro demorou demais para ser lido.',
      tooLarge: 'O livro precisa de memória demais para ser lido.',
    },
  )
}
