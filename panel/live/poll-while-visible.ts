/**
 * Polls while the page is visible: at once, whenever it becomes visible again, and with `everyMs` that long after each
 * answer. Returns a function that stops it.
 */
export function pollWhileVisible(ask: () => Promise<unknown>, everyMs?: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsking = false
  let hasEnded = false

  async function poll() {
    clearTimeout(timer)
    if (isAsking || hasEnded || document.visibilityState !== 'visible') return
    isAsking = true
    await ask().catch(() => {})
    isAsking = false
    if (!hasEnded && everyMs !== undefined) timer = setTimeout(poll, everyMs)
  }

  document.addEventListener('visibilitychange', poll)
  void poll()
  return () => {
    hasEnded = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', poll)
  }
}
