import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** SHA-256 of a file's bytes, hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await addBytes(hash, path)
  return hash.digest('hex')
}

/** SHA-256 of each track's name and bytes in order, hexadecimal: another order or another name is another book. */
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
