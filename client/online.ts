import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

/** Whether the browser reports a network. */
export const isOnline = signal(true)

export function watchConnection(page: Window) {
  isOnline.value = page.navigator.onLine
  page.addEventListener('online', () => {
    isOnline.value = true
  })
  page.addEventListener('offline', () => {
    isOnline.value = false
  })
}

/** Calls `onBack` when the network is back, if it was gone at the first render or later. */
export function useWhenBackOnline(onBack: () => void) {
  const wasOffline = useRef(false)
  // While rendering: the network may be back before the effect of this render runs.
  if (!isOnline.value) wasOffline.current = true
  useEffect(() => {
    if (!isOnline.value || !wasOffline.current) return
    wasOffline.current = false
    onBack()
  }, [isOnline.value])
}
