import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Files } from './files.ts'

const DAY_MS = 24 * 3_600_000

/** Opens (and creates) a place for work in progress. Answers how to make an empty folder in it. */
export async function openWorkFolders(work: string): Promise<() => Promise<string>> {
  await mkdir(work, { recursive: true, mode: 0o700 })
  await removeForgotten(work)
  return () => mkdtemp(join(work, 'work-'))
}

/** Does something in a folder of its own, which is gone afterwards. */
export async function withWorkFolder<T>(files: Files, act: (folder: string) => Promise<T>): Promise<T> {
  const folder = await files.workFolder()
  try {
    return await act(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Work that a crash left unfinished: nothing takes a day. */
async function removeForgotten(work: string): Promise<void> {
  for (const name of await readdir(work)) {
    const status = await stat(join(work, name)).catch(() => undefined)
    if (status && status.mtimeMs < Date.now() - DAY_MS) await rm(join(work, name), { recursive: true, force: true })
  }
}
