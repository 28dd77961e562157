import { parentPort, workerData } from 'node:worker_threads'
import type { ExtractedPublication } from '../open.ts'
import { Refusal } from '../refusal.ts'
import { extractEpub } from './extract-epub.ts'

export interface ExtractOrder {
  source: string
  folder: string
}

/** What the worker says: how far it is, then either of the two ends. Anything else is an error that rises. */
export type ExtractReport = { progress: number } | { extracted: ExtractedPublication } | { refusal: string }

const { source, folder } = workerData as ExtractOrder

try {
  const extracted = await extractEpub(source, folder, (progress) => report({ progress }))
  report({ extracted })
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  report({ refusal: error.message })
}

function report(message: ExtractReport) {
  parentPort!.postMessage(message)
}
