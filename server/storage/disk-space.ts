import { statfs } from 'node:fs/promises'

/** Disk space that uploads and imports leave free: the database may be on the same disk. */
const RESERVE_BYTES = 256 * 1024 ** 2

/** Whether a folder's disk has so many bytes free beyond the reserve. */
export async function hasDiskSpace(folder: string, bytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  return bytes + RESERVE_BYTES <= bavail * bsize
}
