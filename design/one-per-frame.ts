import { nextTask } from './next-task.ts'

/** The longest wait for a frame: a hidden page has none. */
const LONGEST_FRAME_MS = 100

const waiting = new Set<() => void>()
let isDrawing = false

/** Calls back in a later task, one callback per frame. Returns a function that cancels the call. */
export function onePerFrame(draw: () => void): () => void {
  waiting.add(draw)
  if (!isDrawing) void drawWaiting()
  return () => void waiting.delete(draw)
}

async function drawWaiting() {
  isDrawing = true
  await nextTask()
  // Also visits callbacks that are added meanwhile.
  for (const draw of waiting) {
    waiting.delete(draw)
    draw()
    await nextFrame()
    await nextTask()
  }
  isDrawing = false
}

function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => {
    requestAnimationFrame(resolve)
    setTimeout(resolve, LONGEST_FRAME_MS)
  })
}
