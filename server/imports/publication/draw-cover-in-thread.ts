import { Worker } from 'node:worker_threads'
import type { ReadOptions } from '@estante/formats/publication.ts'
import { Refusal } from '@estante/formats/refusal.ts'
import type { CoverText, PreparedCover } from '../../covers/draw-cover.ts'
import type { CoverTask } from './cover-thread.ts'

const LIMIT_MS = 60_000

/** Reused for the import's next cover; it does not keep the process alive. */
let thread: Worker | undefined
let latest: Promise<unknown> = Promise.resolve()

/**
 * Runs `prepareCover` in a worker thread, one at a time, for an import: a cover that takes too long is refused, and
 * an abort takes effect at once.
 */
export function drawCoverInThread(
  folder: string,
  picture: Uint8Array | undefined,
  text: CoverText,
  options: ReadOptions = {},
): Promise<PreparedCover> {
  const drawn = latest.then(() => draw({ folder, picture, text }, options))
  latest = drawn.catch(() => {})
  return drawn
}

async function draw(task: CoverTask, { signal, limitMs = LIMIT_MS }: ReadOptions): Promise<PreparedCover> {
  signal?.throwIfAborted()
  thread ??= new Worker(new URL('./cover-thread.ts', import.meta.url))
  const worker = thread
  const { promise, resolve, reject } = Promise.withResolvers<PreparedCover>()
  const timer = setTimeout(() => reject(new Refusal('A capa demorou demais para ser desenhada.')), limitMs)
  const abort = () => reject(signal!.reason)
  const end = () => reject(new Error('The thread that draws covers ended without a word.'))
  signal?.addEventListener('abort', abort, { once: true })
  worker.ref()
  worker.once('message', resolve).once('error', reject).once('exit', end)
  worker.postMessage(task)
  try {
    return await promise
  } catch (error) {
    thread = undefined
    await worker.terminate()
    throw error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    worker.off('message', resolve).off('error', reject).off('exit', end)
    worker.unref()
  }
}
