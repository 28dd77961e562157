import { parentPort } from 'node:worker_threads'
import { type CoverText, type PreparedCover, prepareCover } from '../../covers/draw-cover.ts'

/* The worker thread that draws the covers of an import, one after another (`draw-cover-in-thread.ts`). */

export interface CoverTask {
  folder: string
  picture: Uint8Array | undefined
  text: CoverText
}

export type CoverReport = { cover: PreparedCover } | { error: unknown; code: string | undefined }

parentPort!.on('message', async ({ folder, picture, text }: CoverTask) => {
  let report: CoverReport
  try {
    report = { cover: await prepareCover(folder, picture, text) }
  } catch (error) {
    report = { error, code: (error as NodeJS.ErrnoException).code }
  }
  parentPort!.postMessage(report)
})
