import { useEffect, useRef } from 'preact/hooks'
import { isOnline } from './online.ts'

/** Calls when the network, gone when this was drawn or later, is back. */
export function useWhenBackOnline(onBack: () => void) {
  const wasOffline = useRef(!isOnline.value)
  useEffect(() => {
    if (isOnline.value && wasOffline.current) onBack()
    wasOffline.current = !isOnline.value
  }, [isOnline.value])
}
