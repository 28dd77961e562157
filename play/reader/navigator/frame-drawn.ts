const FRAME_WAIT_MS = 100

/** Resolves when the present frame is drawn. A hidden view draws none. */
export function frameDrawn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, FRAME_WAIT_MS)
    requestAnimationFrame(() => setTimeout(resolve))
  })
}

/** Delays an act until the present frame is drawn: it would delay the frame. `flush` runs a delayed one at once. */
export function delayUntilDrawn(act: () => void) {
  let pending: Promise<void> | undefined

  function flush() {
    if (!pending) return
    pending = undefined
    act()
  }

  return {
    schedule(): Promise<void> {
      pending ??= frameDrawn().then(flush)
      return pending
    },
    flush,
  }
}
