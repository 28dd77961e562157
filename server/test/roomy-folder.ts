import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'

/** Memory where there is this much to spare, for many files that are gone a moment later; else the disk. */
export function roomyFolder(bytes: number): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    if (bavail * bsize > bytes) return MEMORY
  } catch {
    // Not Linux.
  }
  return tmpdir()
}
