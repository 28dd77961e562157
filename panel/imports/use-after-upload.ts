import { useEffect, useRef } from 'preact/hooks'

/** Reloads when an upload has ended: its job has started. */
export function useAfterUpload(reload: () => Promise<void>, isSending: boolean) {
  const wasSending = useRef(isSending)
  useEffect(() => {
    if (wasSending.current && !isSending) void reload()
    wasSending.current = isSending
  }, [isSending])
}
