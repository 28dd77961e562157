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
  const wasOffline = useRef(!isOnline.value)
  useEffect(() => {
    if (isOnline.value && wasOffline.current) onBack()
    wasOffline.current = !isOnline.value
  }, [isOnline.value])
}

/** Calls `load` now, and again whenever the page is shown or focused: another device may have changed the data. */
export function useWhenShown(load: () => Promise<unknown>) {
  useEffect(() => {
    let isLoading = false
    const refresh = async () => {
      if (isLoading) return
      isLoading = true
      await load()
      isLoading = false
    }
    const onShown = () => document.hidden || void refresh()
    void refresh()
    // Both events come when a window is shown.
    addEventListener('focus', onShown)
    document.addEventListener('visibilitychange', onShown)
    return () => {
      removeEventListener('focus', onShown)
      document.removeEventListener('visibilitychange', onShown)
    }
  }, [load])
}
