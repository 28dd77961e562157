import { useEffect, useRef } from 'preact/hooks'

/** Asks again and again while `isActive` and the page is looked at, each time `pauseMs` after the last answer. */
export function usePolling(ask: () => Promise<void>, isActive: boolean, pauseMs: number) {
  useEffect(() => {
    if (!isActive) return
    let timer: ReturnType<typeof setTimeout>
    let isOver = false
    const wait = () => {
      timer = setTimeout(async () => {
        if (document.visibilityState === 'visible') await ask()
        if (!isOver) wait()
      }, pauseMs)
    }
    wait()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [ask, isActive, pauseMs])
}

/** Asks once nothing is being sent any more: what was sent has begun. */
export function useOnceSent(ask: () => Promise<void>, isSending: boolean) {
  const wasSending = useRef(isSending)
  useEffect(() => {
    if (wasSending.current && !isSending) void ask()
    wasSending.current = isSending
  }, [isSending])
}
