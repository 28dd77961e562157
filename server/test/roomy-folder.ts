import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'

/** A folder in memory if there is enough of it, for many short-lived files; else on the disk. */
export function roomyFolder(bytes: number): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    if (bavail * bsize > bytes) return MEMORY
  } catch {
    // Not Linux.
  }
  return tmpdir()
}
