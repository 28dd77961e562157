import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** Computes the SHA-256 of a file's bytes, in hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await addBytes(hash, path)
  return hash.digest('hex')
}

/**
 * Computes the SHA-256 of the tracks' names and bytes in order, in hexadecimal: another order or name is another book.
 */
export async function hashTracks(tracks: { name: string; path: string; size: number }[]): Promise<string> {
  const hash = createHash('sha256')
  for (const { name, path, size } of tracks) {
    hash.update(`${name}\0${size}\0`)
    await addBytes(hash, path)
  }
  return hash.digest('hex')
}

async function addBytes(hash: Hash, path: string): Promise<void> {
  for await (const block of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(block)
}
