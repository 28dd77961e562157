import { parentPort } from 'node:worker_threads'
import type { Manifest } from '@estante/contract/manifest.ts'
import { readAlbum } from './audiobook/mp3/read-album.ts'
import { measureBook } from './epub/measure-book.ts'
import { openSource } from './open-source.ts'
import { Refusal } from './refusal.ts'

/*
 * The thread in which sources are read (`run-in-thread.ts`), one order after another: a source is opened, or extracted
 * where there is a folder for it; of many MP3 only the album is read. A book that was extracted is measured where
 * that is all there is to do.
 */

export type Order =
  | { source: string; folder?: string }
  | { tracks: string[] }
  | { measured: string; manifest: Manifest }

/** What the thread says: how far it is, then either of the two ends. Anything else is an error that rises. */
export type Report = { progress: number } | { result: unknown } | { refusal: string }

const stopping = new AbortController()

parentPort!.on('message', async (message: Order | 'stop') => {
  if (message === 'stop') {
    stopping.abort()
    // Ends the thread, once what it has begun is put away.
    return parentPort!.close()
  }
  try {
    report({ result: await read(message) })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    report({ refusal: error.message })
  }
})

async function read(order: Order): Promise<unknown> {
  if ('tracks' in order) return readAlbums(order.tracks)
  if ('measured' in order) return measureBook(order.measured, order.manifest)
  const { source, folder } = order
  const { type, extractedBytes, hash, extractTo } = await openSource(source)
  if (folder === undefined) return { type, extractedBytes, contentHash: await hash() }
  return extractTo(folder, { signal: stopping.signal, onProgress: (progress) => report({ progress }) })
}

async function readAlbums(tracks: string[]): Promise<(string | undefined)[]> {
  const albums: (string | undefined)[] = []
  for (const track of tracks) albums.push(await readAlbum(track))
  return albums
}

function report(message: Report) {
  parentPort!.postMessage(message)
}
