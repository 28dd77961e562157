/** Longest wait for a frame. */
const FRAME_WAIT_MS = 100

/** Resolves when the present frame is drawn. A hidden view draws none. */
export function frameDrawn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, FRAME_WAIT_MS)
    requestAnimationFrame(() => setTimeout(resolve))
  })
}
