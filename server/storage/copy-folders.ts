import { createHash } from 'node:crypto'
import { link, mkdir, readdir } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { Files, StoredFile } from './files.ts'
import { withWorkFolder } from './work-folder.ts'

export interface CopiedFolders {
  /** Folders in the target. */
  folders: number
  /** Number of folders copied now. */
  copied: number
  files: number
  bytes: number
}

/**
 * Copies every folder of disk storage to another storage, and reads all files back to compare them; throws when they
 * differ. Existing folders are only compared, so an interrupted copy can be continued. `media` is the folder of the
 * disk storage, which `files` reads.
 */
export async function copyFolders(
  media: string,
  { source, target }: { source: Files; target: Files },
  onProgress: (copied: CopiedFolders) => void = () => {},
): Promise<CopiedFolders> {
  const total: CopiedFolders = { folders: 0, copied: 0, files: 0, bytes: 0 }
  const stored = join(media, 'stored')
  for (const key of await listFolders(stored)) {
    const names = await listFiles(join(stored, key))
    if (await put(join(stored, key), names, key, { source, target })) total.copied++
    for (const name of names) {
      total.bytes += await compare(`${key}/${name}`, source, target)
      total.files++
    }
    total.folders++
    onProgress(total)
  }
  return total
}

/** Folders of publications and covers, as `kind/id/revision`. */
async function listFolders(stored: string): Promise<string[]> {
  const folders: string[] = []
  for (const kind of await readdir(stored)) {
    for (const id of await readdir(join(stored, kind))) {
      for (const revision of await readdir(join(stored, kind, id))) folders.push(`${kind}/${id}/${revision}`)
    }
  }
  return folders
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

/** `putFolder` moves its folder: give it one with links to the files. */
async function put(
  folder: string,
  names: string[],
  key: string,
  { source, target }: { source: Files; target: Files },
): Promise<boolean> {
  return withWorkFolder(source, async (work) => {
    for (const name of names) {
      await mkdir(dirname(join(work, name)), { recursive: true })
      await link(join(folder, name), join(work, name))
    }
    return target.putFolder(key, work)
  })
}

/** Returns the size. */
async function compare(key: string, source: Files, target: Files): Promise<number> {
  const [here, there] = [await source.open(key), await target.open(key)]
  if (!here || !there || (await hashOf(here)) !== (await hashOf(there))) {
    throw new Error(
      `${key} não está igual no destino. Apague lá a pasta e o objeto .complete dela, e repita o comando.`,
    )
  }
  return here.sizeBytes
}

async function hashOf(file: StoredFile): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of file.read(0, file.sizeBytes - 1)) hash.update(chunk)
  return hash.digest('hex')
}
