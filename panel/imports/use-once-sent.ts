import { useEffect, useRef } from 'preact/hooks'

/** Asks once nothing is being sent any more: what was sent has begun. */
export function useOnceSent(ask: () => Promise<void>, isSending: boolean) {
  const wasSending = useRef(isSending)
  useEffect(() => {
    if (wasSending.current && !isSending) void ask()
    wasSending.current = isSending
  }, [isSending])
}
