/**
 * Asks at once, and each time the page is looked at again; with `everyMs`, again and again, so long after each answer. A
 * page behind others asks nothing. Returns what ends it.
 */
export function askWhileSeen(ask: () => Promise<unknown>, everyMs?: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsking = false
  let hasEnded = false

  async function askNow() {
    clearTimeout(timer)
    if (isAsking || hasEnded || document.visibilityState !== 'visible') return
    isAsking = true
    await ask().catch(() => {})
    isAsking = false
    if (!hasEnded && everyMs !== undefined) timer = setTimeout(askNow, everyMs)
  }

  document.addEventListener('visibilitychange', askNow)
  void askNow()
  return () => {
    hasEnded = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', askNow)
  }
}
