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
import { readWhole } from '../storage/read-whole.ts'

/** Memory for open indexes: about thirty novels of four hundred pages. */
const CACHE_BYTES = 64 * 2 ** 20
/** Two bytes a letter, and a position and an id for each word of five letters. Larger indexes are refused. */
const MAX_INDEX_BYTES = MAX_INDEXED_LETTERS * 5

const unpack = promisify(gunzip)

/** Returns the search index of the book in a storage folder. Undefined when it has none. */
export type OpenIndex = (folder: string) => Promise<SearchIndex | undefined>

/** Opens the search indexes of books and caches the most recently used. Concurrent requests for one share a read. */
export function createOpenIndexes(files: Files): OpenIndex {
  const cache = new LRUCache<string, { index: SearchIndex | undefined; bytes: number }>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
    fetchMethod: (folder) => readIndex(folder),
  })

  async function readIndex(folder: string) {
    const file = await files.open(`${folder}/${SEARCH_INDEX}`)
    if (!file || file.sizeBytes > MAX_INDEX_BYTES) return { index: undefined, bytes: 1 }
    const bytes = await unpack(await readWhole(file), { maxOutputLength: MAX_INDEX_BYTES })
    return { index: readSearchIndex(bytes), bytes: 2 * bytes.length }
  }

  return async (folder) => {
    try {
      return (await cache.fetch(folder))?.index
    } catch (error) {
      // Another revision has replaced it meanwhile.
      if (error instanceof FileGone) return undefined
      throw error
    }
  }
}
