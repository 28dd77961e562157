import { Worker } from 'node:worker_threads'
import type { ExtractOptions } from './publication.ts'
import { Refusal } from './refusal.ts'
import type { Report, ThreadTask } from './source-thread.ts'

/** Time for a thread to clean up, for example to end a child process. */
const GRACE_MS = 500

interface Limits {
  limitMs: number
  memoryMb: number
  /** Sentences for exceeding the time and memory limits. */
  tooSlow: string
  tooLarge: string
}

/**
 * Idle threads by memory limit, reused because loading the parsers takes longer than most books. They do not keep the
 * process alive.
 */
const idle = new Map<number, Worker>()

/**
 * Reads a source in a worker thread (`source-thread.ts`). A thread that completes is reused; after a failure it has
 * ended before this throws. Throws `Refusal`.
 */
export async function runInThread<Result>(task: ThreadTask, options: Limits & ExtractOptions): Promise<Result> {
  const { limitMs, memoryMb, tooSlow, tooLarge, onProgress, signal } = options
  signal?.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const worker = takeThread(memoryMb)
  const timer = setTimeout(() => reject(new Refusal(tooSlow)), limitMs)
  const abort = () => reject(signal!.reason)
  const onReport = (report: Report) => {
    if ('progress' in report) onProgress?.(report.progress)
    else if ('refusal' in report) reject(new Refusal(report.refusal))
    else resolve(report.result as Result)
  }
  const fail = (error: NodeJS.ErrnoException) => {
    const isOutOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    reject(isOutOfMemory ? new Refusal(tooLarge, { cause: error }) : error)
  }
  const end = () => reject(new Error('The thread that reads books ended without a word.'))
  signal?.addEventListener('abort', abort, { once: true })
  worker.on('message', onReport).on('error', fail).on('exit', end)
  worker.postMessage(task)

  try {
    const result = await promise
    worker.off('message', onReport).off('error', fail).off('exit', end)
    releaseThread(worker, memoryMb)
    return result
  } catch (error) {
    await stopThread(worker)
    throw error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

function takeThread(memoryMb: number): Worker {
  const worker = idle.get(memoryMb) ?? startThread(memoryMb)
  idle.delete(memoryMb)
  worker.ref()
  return worker
}

function startThread(memoryMb: number): Worker {
  const worker = new Worker(new URL('./source-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
  })
  // Errors of an idle thread are ignored.
  worker.on('error', () => {})
  worker.on('exit', () => {
    if (idle.get(memoryMb) === worker) idle.delete(memoryMb)
  })
  return worker
}

function releaseThread(worker: Worker, memoryMb: number): void {
  worker.unref()
  if (idle.has(memoryMb)) worker.postMessage('stop')
  else idle.set(memoryMb, worker)
}

async function stopThread(worker: Worker): Promise<void> {
  const ended = new Promise((resolve) => worker.once('exit', resolve))
  worker.postMessage('stop')
  const tooLong = setTimeout(() => worker.terminate(), GRACE_MS)
  // An ended thread has no id.
  if (worker.threadId !== -1) await ended
  clearTimeout(tooLong)
}
