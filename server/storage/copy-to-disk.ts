import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { StoredFile } from './files.ts'

/** Copies a stored file to a local path, whose folder is made if it is missing. */
export async function copyToDisk({ sizeBytes, read }: StoredFile, path: string, signal: AbortSignal): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await using file = await open(path, 'w')
  // One chunk at a time, since its buffer is reused for the next.
  for await (const chunk of read(0, sizeBytes - 1, signal)) await file.writeFile(chunk)
}
