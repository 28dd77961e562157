import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Context } from '../context.ts'

/** Lists the folders in which the service on this disk has stored files, in order. */
export async function storedFolders({ config }: Pick<Context, 'config'>): Promise<string[]> {
  const root = join(config.dataDir, 'media/stored')
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  return [...new Set(files.map((file) => file.split('/').slice(0, 3).join('/')))].sort()
}
