import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import {
  MAX_INDEXED_LETTERS,
  readSearchIndex,
  SEARCH_INDEX,
  type SearchIndex,
} from '@estante/formats/search/search-index.ts'
import { LRUCache } from 'lru-cache'
import { FileGone } from '../storage/errors.ts'
import type { Files } from '../storage/files.ts'

/** Memory that opened indexes may take: about thirty novels of four hundred pages. */
const KEPT_BYTES = 64 * 2 ** 20
/** Letters of two bytes, and for each word of five letters its place and which it is. Nothing larger is unpacked. */
const MAX_INDEX_BYTES = MAX_INDEXED_LETTERS * 5

const unpack = promisify(gunzip)

/** The index of the book in a folder of the storage; undefined when it has none. */
export type OpenIndex = (folder: string) => Promise<SearchIndex | undefined>

/** Opens the search indexes of books and keeps those used last. One that is asked for by many at once is read once. */
export function createOpenIndexes(files: Files): OpenIndex {
  const cache = new LRUCache<string, { index: SearchIndex | undefined; bytes: number }>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
    fetchMethod: (folder) => readIndex(folder),
  })

  async function readIndex(folder: string) {
    const file = await files.open(`${folder}/${SEARCH_INDEX}`)
    if (!file || file.sizeBytes > MAX_INDEX_BYTES) return { index: undefined, bytes: 1 }
    const parts: Buffer[] = []
    for await (const part of file.read(0, file.sizeBytes - 1)) parts.push(Buffer.from(part))
    const bytes = await unpack(Buffer.concat(parts), { maxOutputLength: MAX_INDEX_BYTES })
    return { index: readSearchIndex(bytes), bytes: 2 * bytes.length }
  }

  return async (folder) => {
    try {
      return (await cache.fetch(folder))?.index
    } catch (error) {
      // Another revision took its place meanwhile.
      if (error instanceof FileGone) return undefined
      throw error
    }
  }
}
