import { parentPort, workerData } from 'node:worker_threads'
import { openSource } from './open-source.ts'
import { Refusal } from './refusal.ts'

/* The thread in which one source is read (`run-in-thread.ts`): opened, or extracted where there is a folder for it. */

export interface Order {
  source: string
  folder?: string
}

/** What the thread says: how far it is, then either of the two ends. Anything else is an error that rises. */
export type Report = { progress: number } | { result: unknown } | { refusal: string }

const { source, folder } = workerData as Order
const stopping = new AbortController()
// Any message says to stop; waiting for it keeps nothing alive.
parentPort!.on('message', () => stopping.abort()).unref()

try {
  report({ result: await read() })
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  report({ refusal: error.message })
}

async function read(): Promise<unknown> {
  const { type, extractedBytes, hash, extractTo } = await openSource(source)
  if (folder === undefined) return { type, extractedBytes, contentHash: await hash() }
  return extractTo(folder, { signal: stopping.signal, onProgress: (progress) => report({ progress }) })
}

function report(message: Report) {
  parentPort!.postMessage(message)
}
