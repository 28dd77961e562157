import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Context } from '../context.ts'
import { folderOwners } from '../folder-owners.ts'
import { removeDueFolders } from '../storage/folder-ledger.ts'

/** Lists the folders in which the service on this disk has stored files, in order. */
export async function storedFolders({ config }: Pick<Context, 'config'>): Promise<string[]> {
  const root = join(config.dataDir, 'media/stored')
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  return [...new Set(files.map((file) => file.split('/').slice(0, 3).join('/')))].sort()
}

/** Removes every stored folder whose removal is due. */
export async function removeAllDue(context: Context): Promise<void> {
  while ((await removeDueFolders(context, context.clock.now(), folderOwners)) !== undefined);
}
