import { statfs } from 'node:fs/promises'

/** What uploads and imports leave of the disk: the database may be on the same. */
const RESERVE_BYTES = 256 * 1024 ** 2

/** Whether so many bytes more in a folder leave the reserve of its disk. */
export async function hasRoom(folder: string, bytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  return bytes + RESERVE_BYTES <= bavail * bsize
}
