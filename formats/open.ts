import type { ExtractedPublication, OpenedPublication, OpenedSource, ReadOptions } from './publication.ts'
import { runInThread } from './run-in-thread.ts'

/** Opening hashes the whole file; no real audio file takes as long. */
const OPENING_LIMIT_MS = 15 * 60_000
/** For all tracks of a folder; the tags of one take milliseconds. */
const ALBUMS_LIMIT_MS = 5 * 60_000
const OPENING_MEMORY_MB = 256
const EXTRACTION_LIMITS = {
  ebook: { limitMs: 120_000, memoryMb: 160, ...limitMessages('O livro') },
  /** Memory mostly for the index of a hundred hours of audio. */
  audiobook: { limitMs: 15 * 60_000, memoryMb: 512, ...limitMessages('O áudio') },
}

/**
 * Opens a book file, or a folder of MP3 files, recognised by its bytes and never by its name. Throws `Refusal` for
 * anything but EPUB, MP3, M4B and M4A, naming the format where it is known. Reads in a worker thread with limits on
 * time and memory, so a hostile book can neither hang the process nor exhaust its memory, and aborting takes effect at
 * once.
 */
export async function openPublicationFile(source: string, options: ReadOptions = {}): Promise<OpenedPublication> {
  const limits = { limitMs: OPENING_LIMIT_MS, memoryMb: OPENING_MEMORY_MB, ...limitMessages('O arquivo') }
  const opened = await runInThread<OpenedSource>({ source }, { ...limits, ...options })
  return {
    ...opened,
    extractTo: (folder, options = {}) =>
      runInThread<ExtractedPublication>({ source, folder }, { ...EXTRACTION_LIMITS[opened.type], ...options }),
  }
}

/**
 * Reads the album tag of each MP3, in a worker thread with limits like `openPublicationFile`. Throws `Refusal` beyond
 * them.
 */
export function readAlbums(tracks: string[], options: ReadOptions): Promise<(string | undefined)[]> {
  return runInThread<(string | undefined)[]>(
    { tracks },
    {
      limitMs: ALBUMS_LIMIT_MS,
      memoryMb: OPENING_MEMORY_MB,
      tooSlow: 'As faixas demoraram demais para ser lidas.',
      tooLarge: 'As faixas precisam de memória demais para ser lidas.',
      ...options,
    },
  )
}

function limitMessages(subject: string): { tooSlow: string; tooLarge: string } {
  return {
    tooSlow: `${subject} demorou demais para ser lido.`,
    tooLarge: `${subject} precisa de memória demais para ser lido.`,
  }
}
