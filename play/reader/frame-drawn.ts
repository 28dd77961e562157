/** A frame that takes longer is not waited for. */
const FRAME_WAIT_MS = 100

/** Resolves once the frame that is being made is drawn. No frames are made of a view that is not on show. */
export function frameDrawn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, FRAME_WAIT_MS)
    requestAnimationFrame(() => setTimeout(resolve))
  })
}
