import { parentPort } from 'node:worker_threads'
import { type CoverText, prepareCover } from '../../covers/draw-cover.ts'

/* The worker thread that draws the covers of an import, one after another (`draw-cover-in-thread.ts`). */

export interface CoverTask {
  folder: string
  picture: Uint8Array | undefined
  text: CoverText
}

parentPort!.on('message', async ({ folder, picture, text }: CoverTask) => {
  parentPort!.postMessage(await prepareCover(folder, picture, text))
})
