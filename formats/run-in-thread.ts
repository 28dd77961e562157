import { Worker } from 'node:worker_threads'
import type { ExtractOptions } from './open.ts'
import { Refusal } from './refusal.ts'
import type { Order, Report } from './source-thread.ts'

/** How long a thread may take to put away what it has begun, such as a process it started. */
const GRACE_MS = 500

interface Limits {
  limitMs: number
  memoryMb: number
  /** Sentences for what takes too long and for what takes too much memory. */
  tooSlow: string
  tooLarge: string
}

/** Reads a source in a thread of its own (`source-thread.ts`), which has ended when this does. Throws `Refusal`. */
export async function runInThread<Result>(order: Order, options: Limits & ExtractOptions): Promise<Result> {
  const { limitMs, memoryMb, tooSlow, tooLarge, onProgress, signal } = options
  signal?.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const worker = new Worker(new URL('./source-thread.ts', import.meta.url), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
  })
  const ended = new Promise((resolve) => worker.once('exit', resolve))
  const timer = setTimeout(() => reject(new Refusal(tooSlow)), limitMs)
  const abort = () => reject(signal!.reason)
  signal?.addEventListener('abort', abort, { once: true })

  worker.on('message', (report: Report) => {
    if ('progress' in report) onProgress?.(report.progress)
    else if ('refusal' in report) reject(new Refusal(report.refusal))
    else resolve(report.result as Result)
  })
  worker.on('error', (error: NodeJS.ErrnoException) => {
    const isOutOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    reject(isOutOfMemory ? new Refusal(tooLarge, { cause: error }) : error)
  })
  worker.on('exit', () => reject(new Error('The thread that reads books ended without a word.')))

  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    worker.postMessage('stop')
    const tooLong = setTimeout(() => worker.terminate(), GRACE_MS)
    await ended
    clearTimeout(tooLong)
  }
}
