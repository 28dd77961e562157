import { close, fstat, open } from 'node:fs'
import { promisify } from 'node:util'
import { LRUCache } from 'lru-cache'

/** A listener asks for the next part sooner. What another process removes holds its space on the disk as long. */
const KEPT_MS = 60_000
/** Far fewer than a process may have open. */
const KEPT_FILES = 1000

/** A file of this machine, closed once it is neither kept nor used. */
export interface OpenFile {
  fd: number
  path: string
  sizeBytes: number
  modifiedAt: number
  users: number
  isKept: boolean
}

export type OpenFiles = ReturnType<typeof createOpenFiles>

/**
 * Files that stay open for a minute from when they were first asked for: what is asked of one then costs its reads alone.
 * What a key stands for never changes; whoever removes it says so here.
 */
export function createOpenFiles(pathOf: (key: string) => string, { keptMs = KEPT_MS, keptFiles = KEPT_FILES } = {}) {
  const cache = new LRUCache<string, OpenFile>({
    max: keptFiles,
    ttl: keptMs,
    ttlAutopurge: true,
    dispose(file) {
      file.isKept = false
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
      const file = { fd, path, sizeBytes: status.size, modifiedAt, users: 1, isKept: true }
      cache.set(key, file)
      return file
    }
    closeQuietly(fd)
    // A removal went on meanwhile: it may have been of this.
    return status.isFile() ? openForOne(key) : undefined
  }

  function useOpen(key: string): OpenFile | undefined {
    const file = cache.get(key)
    if (file) file.users++
    return file
  }

  return {
    /** A file to read from until it is given back, or undefined when there is none. */
    async use(key: string): Promise<OpenFile | undefined> {
      return useOpen(key) ?? openForOne(key)
    },
    /** The same, of a file that is open already. */
    useOpen,
    /** Called once by each user, when no read of theirs is on its way. */
    giveBack(file: OpenFile): void {
      file.users--
      closeUnused(file)
    },
    /** Lets go of the files of a folder that was removed. */
    forget(folder: string): void {
      removals++
      for (const key of cache.keys()) if (key.startsWith(`${folder}/`)) cache.delete(key)
    },
  }
}

function closeUnused({ fd, users, isKept }: OpenFile): void {
  if (users === 0 && !isKept) closeQuietly(fd)
}

const openPath = promisify(open)
const readStatus = promisify(fstat)
// A file that was only read has nothing to lose.
const closeQuietly = (fd: number) => close(fd, () => {})

// A name longer than the disk can write is of no file.
function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'ENAMETOOLONG') return undefined
  throw error
}
