/**
 * Asks at once and again and again, `everyMs` after each answer, while the page is looked at: a page behind others asks
 * nothing, and asks the moment it is seen. Returns what ends it.
 */
export function askWhileSeen(ask: () => Promise<unknown>, everyMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsking = false
  let hasEnded = false

  async function askNow() {
    clearTimeout(timer)
    if (isAsking || hasEnded || document.visibilityState !== 'visible') return
    isAsking = true
    await ask().catch(() => {})
    isAsking = false
    if (!hasEnded) timer = setTimeout(askNow, everyMs)
  }

  document.addEventListener('visibilitychange', askNow)
  void askNow()
  return () => {
    hasEnded = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', askNow)
  }
}
