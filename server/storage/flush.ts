import { mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Batches the flushes of concurrent writes. */
const FLUSHED_TOGETHER = 32

/** Flushes the files of a folder, then the folder, so that all survive a power loss. */
export async function flushTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  for (let first = 0; first < entries.length; first += FLUSHED_TOGETHER) {
    const group = entries.slice(first, first + FLUSHED_TOGETHER)
    await Promise.all(group.map((entry) => (entry.isDirectory() ? flushTree : flushPath)(join(folder, entry.name))))
  }
  await flushPath(folder)
}

/** Flushes a file, or the names in a folder. */
export async function flushPath(path: string): Promise<void> {
  await using handle = await open(path)
  await handle.sync()
}

/** Creates a folder, and its parents, which survive a power loss. */
export async function createFolder(folder: string): Promise<void> {
  const created = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (created === undefined) return
  for (let parent = dirname(folder); parent.length >= dirname(created).length; parent = dirname(parent)) {
    await flushPath(parent)
    if (parent === dirname(parent)) return
  }
}
