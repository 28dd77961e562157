import { access, constants, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Files } from './files.ts'
import { namesOf } from './key.ts'
import { openWorkFolders } from './work-folder.ts'

const PIECE_BYTES = 256 * 1024
const SPARE_PIECES = 64
/** The disk writes what is asked of it at once in fewer turns. */
const SYNCED_TOGETHER = 32

/** Opens (and creates) storage in a folder of this machine. */
export async function openDisk(folder: string): Promise<Files> {
  const root = join(folder, 'stored')
  await mkdir(root, { recursive: true, mode: 0o700 })
  const workFolders = await openWorkFolders(join(folder, 'work'))

  return {
    async putFolder(key, source) {
      const target = pathOf(root, key)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await syncTree(source)
      try {
        await rename(source, target)
      } catch (error) {
        if (isTaken(error)) return false
        throw error
      }
      await syncPath(dirname(target))
      return true
    },

    async open(key) {
      const path = pathOf(root, key)
      const status = await stat(path).catch(ignoreMissing)
      if (!status?.isFile()) return undefined
      return {
        sizeBytes: status.size,
        modifiedAt: Math.floor(status.mtimeMs),
        localPath: path,
        read: (start, end) => read(path, start, end),
      }
    },

    async removeFolder(key) {
      await rm(pathOf(root, key), { recursive: true, force: true })
    },

    check: () => access(root, constants.R_OK | constants.W_OK),
    ...workFolders,
  }
}

function pathOf(root: string, key: string): string {
  return join(root, ...namesOf(key))
}

const sparePieces: Buffer[] = []

// One handle, plain reads and buffers used again cost half of `createReadStream`.
async function* read(path: string, start: number, end: number): AsyncGenerator<Uint8Array> {
  await using file = await open(path)
  const piece = sparePieces.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES)
  try {
    let position = start
    while (position <= end) {
      const { bytesRead } = await file.read(piece, 0, Math.min(PIECE_BYTES, end - position + 1), position)
      if (bytesRead === 0) throw new Error('A stored file is shorter than it was')
      position += bytesRead
      yield piece.subarray(0, bytesRead)
    }
  } finally {
    if (sparePieces.length < SPARE_PIECES) sparePieces.push(piece)
  }
}

/** What a row will name must be on the disk before the row is: files first, then the folders that name them. */
async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  for (let first = 0; first < entries.length; first += SYNCED_TOGETHER) {
    const group = entries.slice(first, first + SYNCED_TOGETHER)
    await Promise.all(group.map((entry) => (entry.isDirectory() ? syncTree : syncPath)(join(folder, entry.name))))
  }
  await syncPath(folder)
}

async function syncPath(path: string): Promise<void> {
  await using handle = await open(path)
  await handle.sync()
}

function isTaken(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOTEMPTY' || code === 'EEXIST'
}

// A name longer than the disk can write is of no file.
function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'ENAMETOOLONG') return undefined
  throw error
}
