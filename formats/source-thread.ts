import { parentPort } from 'node:worker_threads'
import { readMp3Tags } from './audiobook/mp3/read-tags.ts'
import { findSoundRange } from './audiobook/mp3/sound-range.ts'
import { SourceFile } from './audiobook/source-file.ts'
import { openSource } from './open-source.ts'
import { Refusal } from './refusal.ts'

/*
 * Entry of the worker thread that reads sources (`run-in-thread.ts`), one task after another: opens a source, or
 * extracts it if the task names a folder; or reads the albums of MP3 files.
 */

export type ThreadTask = { source: string; folder?: string } | { tracks: string[] }

/** Messages from the thread: progress, then a result or a refusal. Any other error is thrown. */
export type Report = { progress: number } | { result: unknown } | { refusal: string }

const stopping = new AbortController()

parentPort!.on('message', async (message: ThreadTask | 'stop') => {
  if (message === 'stop') {
    stopping.abort()
    // Ends the thread once pending work is cleaned up.
    return parentPort!.close()
  }
  try {
    report({ result: await read(message) })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    report({ refusal: error.message })
  }
})

async function read(task: ThreadTask): Promise<unknown> {
  if ('tracks' in task) return Array.fromAsync(task.tracks, readAlbum)
  const { source, folder } = task
  const { type, extractedBytes, hash, extractTo } = await openSource(source)
  if (folder === undefined) return { type, extractedBytes, contentHash: await hash() }
  return extractTo(folder, { signal: stopping.signal, onProgress: (progress) => report({ progress }) })
}

/** Reads the album tag of an MP3. Undefined without one, or for an unreadable file: its import reports the reason. */
async function readAlbum(file: string): Promise<string | undefined> {
  try {
    await using source = await SourceFile.open(file)
    return (await readMp3Tags(source, await findSoundRange(source))).album
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

function report(message: Report) {
  parentPort!.postMessage(message)
}
