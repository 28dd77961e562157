import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { COMPANION } from '@estante/contract/file-groups.ts'
import { NATURAL_ORDER } from '@estante/contract/natural-order.ts'
import { isTrackList } from './track-list.ts'

/** The sources found for import, in natural order, and the names that do not exist. */
export interface SourceList {
  /** Paths of files, or of folders that are one audiobook each. */
  sources: string[]
  failed: { file: string; reason: string }[]
}

/**
 * Lists the books among files and folders, recursively. A file given by name is always tried; within a folder, hidden
 * files and companions are skipped. A folder that holds only the tracks of one audiobook (`isTrackList`) is one book.
 * Throws when `signal` aborts.
 */
export async function collectSources(paths: string[], signal?: AbortSignal): Promise<SourceList> {
  const sources = new Set<string>()
  const failed: SourceList['failed'] = []
  const visited = new Set<string>()
  for (const path of paths) {
    const status = await stat(path).catch(() => undefined)
    if (status?.isDirectory()) {
      const found = await collectFolder(path, visited, signal)
      if (found.length === 0) failed.push({ file: path, reason: 'A pasta não tem nenhum livro nem audiolivro.' })
      for (const source of found) sources.add(source)
    } else if (status?.isFile()) {
      sources.add(path)
    } else {
      failed.push({
        file: path,
        reason: status ? 'Não é um arquivo nem uma pasta.' : 'O arquivo ou a pasta não existe.',
      })
    }
  }
  return { sources: [...sources], failed }
}

async function collectFolder(folder: string, visited: Set<string>, signal?: AbortSignal): Promise<string[]> {
  const real = await realpath(folder)
  // A link may lead back to a folder above it.
  if (visited.has(real)) return []
  visited.add(real)

  const files: string[] = []
  const folders: string[] = []
  for (const name of (await readdir(folder)).sort(NATURAL_ORDER.compare)) {
    if (isHidden(name)) continue
    const path = join(folder, name)
    const status = await stat(path).catch(() => undefined)
    if (status?.isDirectory()) folders.push(path)
    else if (status?.isFile() && !COMPANION.test(name)) files.push(path)
  }
  const found = (await isTrackList(files, { signal })) ? [folder] : files
  for (const path of folders) found.push(...(await collectFolder(path, visited, signal)))
  return found
}

/** Returns whether the system, not a person, made the file or folder of that name. */
export function isHidden(name: string): boolean {
  return name.startsWith('.') || name.startsWith('__MACOSX')
}
