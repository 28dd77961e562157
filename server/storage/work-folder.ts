import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '../calendar.ts'
import type { Files } from './files.ts'

/** Opens, or creates, the folder for work in progress, and removes its leftovers. */
export async function openWorkFolders(work: string): Promise<Pick<Files, 'workFolder' | 'removeForgottenWork'>> {
  await mkdir(work, { recursive: true, mode: 0o700 })
  await removeForgotten(work)
  return {
    workFolder: () => mkdtemp(join(work, 'work-')),
    removeForgottenWork: () => removeForgotten(work),
  }
}

/** Runs a callback with a temporary folder, which is removed afterwards. */
export async function withWorkFolder<T>(files: Files, act: (folder: string) => Promise<T>): Promise<T> {
  const folder = await files.workFolder()
  try {
    return await act(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes work folders older than a day, of any crashed process on this disk. Returns how many. */
async function removeForgotten(work: string): Promise<number> {
  let removed = 0
  for (const name of await readdir(work)) {
    const status = await stat(join(work, name)).catch(() => undefined)
    if (!status || status.mtimeMs >= Date.now() - DAY_MS) continue
    await rm(join(work, name), { recursive: true, force: true })
    removed++
  }
  return removed
}
