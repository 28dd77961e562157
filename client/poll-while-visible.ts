import { useEffect } from 'preact/hooks'

/** Polls while the page is visible, as long as the component is mounted: another device may have changed the data. */
export function usePollWhileVisible(request: () => Promise<unknown>, everyMs?: number) {
  useEffect(() => pollWhileVisible(request, everyMs), [request, everyMs])
}

/**
 * Polls while the page is visible: at once, whenever the member returns to its window, and with `everyMs` that long
 * after each answer. Returns a function that stops it.
 */
export function pollWhileVisible(request: () => Promise<unknown>, everyMs?: number): () => void {
  const events = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRequesting = false
  let isDue = false
  // The first tap in a frame focuses it: nobody returned.
  let isAway = document.hidden

  async function poll() {
    clearTimeout(timer)
    if (document.hidden) return
    isDue = true
    if (isRequesting) return
    isRequesting = true
    // A request sent before the page was visible again may have been answered with stale data.
    while (isDue && !events.signal.aborted) {
      isDue = false
      await request().catch(() => {})
    }
    isRequesting = false
    if (!events.signal.aborted && everyMs !== undefined) timer = setTimeout(poll, everyMs)
  }

  function leave() {
    isAway = true
  }

  // A window that is shown again may report both its visibility and its focus.
  function comeBack() {
    if (document.hidden) return leave()
    if (isAway) void poll()
    isAway = false
  }

  const { signal } = events
  addEventListener('blur', leave, { signal })
  addEventListener('focus', comeBack, { signal })
  document.addEventListener('visibilitychange', comeBack, { signal })
  void poll()
  return () => {
    events.abort()
    clearTimeout(timer)
  }
}
