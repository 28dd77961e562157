import { read } from 'node:fs'
import { access, constants, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { acquireBuffer, releaseBuffer } from './buffer-pool.ts'
import { FileGone, toStorageUnavailable } from './errors.ts'
import type { Files } from './files.ts'
import { createFolder, flushPath, flushTree } from './flush.ts'
import { namesOf } from './key.ts'
import { createOpenFiles, type OpenFiles } from './open-files.ts'
import { openWorkFolders } from './work-folder.ts'

/** Opens, or creates, storage in a local folder. */
export async function openDisk(folder: string): Promise<Files> {
  const root = join(folder, 'stored')
  await mkdir(root, { recursive: true, mode: 0o700 })
  const workFolders = await openWorkFolders(join(folder, 'work'))
  const openFiles = createOpenFiles((key) => pathOf(root, key))

  return {
    async putFolder(key, source) {
      const target = pathOf(root, key)
      await createFolder(dirname(target))
      await flushTree(source)
      try {
        await rename(source, target)
      } catch (error) {
        if (targetExists(error)) return false
        throw error
      }
      await flushPath(dirname(target))
      return true
    },

    async open(key) {
      const file = await openFiles.use(key)
      if (!file) return undefined
      openFiles.release(file)
      const { sizeBytes, modifiedAt, path } = file
      return { sizeBytes, modifiedAt, localPath: path, read: (start, end) => readFile(openFiles, key, start, end) }
    },

    async removeFolder(key) {
      await rm(pathOf(root, key), { recursive: true, force: true })
      openFiles.forget(key)
    },

    openFiles,
    async check() {
      await access(root, constants.R_OK | constants.W_OK).catch((error) => {
        throw toStorageUnavailable(error)
      })
    },
    ...workFolders,
  }
}

function pathOf(root: string, key: string): string {
  return join(root, ...namesOf(key))
}

async function* readFile(openFiles: OpenFiles, key: string, start: number, end: number): AsyncGenerator<Uint8Array> {
  const file = await openFiles.use(key)
  if (!file) throw new FileGone()
  const buffer = acquireBuffer(end - start + 1)
  try {
    let position = start
    while (position <= end) {
      const bytesRead = await readInto(file.fd, buffer, Math.min(buffer.length, end - position + 1), position)
      if (bytesRead === 0) throw new Error('A stored file is shorter than it was')
      position += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    releaseBuffer(buffer)
    openFiles.release(file)
  }
}

function readInto(fd: number, buffer: Buffer, length: number, position: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(fd, buffer, 0, length, position, (error, bytesRead) => (error ? reject(error) : resolve(bytesRead)))
  })
}

function targetExists(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOTEMPTY' || code === 'EEXIST'
}
