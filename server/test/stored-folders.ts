import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Context } from '../context.ts'
import { folderOwners } from '../folder-owners.ts'
import type { Files } from '../storage/files.ts'
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

export async function removeAllDue(context: Context): Promise<void> {
  while ((await removeDueFolders(context, context.clock.now(), folderOwners)) !== undefined);
}

export async function fillWorkFolder(files: Files, contents: Record<string, string | Uint8Array>): Promise<string> {
  const folder = await files.workFolder()
  for (const [name, content] of Object.entries(contents)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  return folder
}
