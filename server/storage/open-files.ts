import { close, fstat, open } from 'node:fs'
import { promisify } from 'node:util'
import { LRUCache } from 'lru-cache'
import { toStorageUnavailable } from './errors.ts'

/**
 * Longer than a listener waits between two ranges. A file that another process removes occupies the disk for as long.
 */
const OPEN_MS = 60_000
/** Far below the limit of open files of a process. */
const MAX_OPEN_FILES = 1000

/** An open file, closed once it is neither cached nor in use. */
export interface OpenFile {
  fd: number
  path: string
  sizeBytes: number
  modifiedAt: number
  users: number
  isCached: boolean
}

export type OpenFiles = ReturnType<typeof createOpenFiles>

/**
 * Creates a cache of open files, each for a minute from its first use, which saves opening one for every range. Keys
 * are immutable, so only a removal has to be reported.
 */
export function createOpenFiles(
  pathOf: (key: string) => string,
  { openMs = OPEN_MS, maxOpenFiles = MAX_OPEN_FILES } = {},
) {
  const cache = new LRUCache<string, OpenFile>({
    max: maxOpenFiles,
    ttl: openMs,
    ttlAutopurge: true,
    dispose(file) {
      file.isCached = false
      closeUnused(file)
    },
  })
  let removals = 0

  async function openForOne(key: string): Promise<OpenFile | undefined> {
    const removalsBefore = removals
    const path = pathOf(key)
    const fd = await openPath(path, 'r').catch(ignoreMissing)
    if (fd === undefined) return undefined
    const status = await readStatus(fd).catch((error) => {
      closeQuietly(fd)
      throw error
    })
    if (status.isFile() && removals === removalsBefore) {
      const modifiedAt = Math.floor(status.mtimeMs)
      const file = { fd, path, sizeBytes: status.size, modifiedAt, users: 1, isCached: true }
      cache.set(key, file)
      return file
    }
    closeQuietly(fd)
    // A removal happened meanwhile, possibly of this file.
    return status.isFile() ? openForOne(key) : undefined
  }

  function useOpen(key: string): OpenFile | undefined {
    const file = cache.get(key)
    if (file) file.users++
    return file
  }

  return {
    /** Acquires a file, until it is released. Undefined for a missing one. */
    async use(key: string): Promise<OpenFile | undefined> {
      return useOpen(key) ?? openForOne(key)
    },
    /** Acquires a file only if it is open already. */
    useOpen,
    /** Releases a file. Call it once, after the last read. */
    release(file: OpenFile): void {
      file.users--
      closeUnused(file)
    },
    /** Evicts the files of a removed folder. */
    forget(folder: string): void {
      removals++
      for (const key of cache.keys()) if (key.startsWith(`${folder}/`)) cache.delete(key)
    },
  }
}

function closeUnused({ fd, users, isCached }: OpenFile): void {
  if (users === 0 && !isCached) closeQuietly(fd)
}

const openPath = promisify(open)
const readStatus = promisify(fstat)
// Closing a file that was only read loses nothing.
const closeQuietly = (fd: number) => close(fd, () => {})

// No file has a name that is too long for the disk.
function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'ENAMETOOLONG') return undefined
  throw toStorageUnavailable(error)
}
