import { useEffect, useRef } from 'preact/hooks'

/** Reloads when an upload has ended: its job has started. */
export function useAfterUpload(ask: () => Promise<void>, isSending: boolean) {
  const wasSending = useRef(isSending)
  useEffect(() => {
    if (wasSending.current && !isSending) void ask()
    wasSending.current = isSending
  }, [isSending])
}
