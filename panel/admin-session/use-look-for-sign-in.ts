import { useEffect } from 'preact/hooks'
import { lookForSignIn } from './admin-session.ts'

/** Checks, whenever the page becomes visible, whether another tab has done what `isActive` asks for here. */
export function useLookForSignIn(isActive: boolean) {
  useEffect(() => {
    if (!isActive) return
    const look = () => {
      if (document.visibilityState === 'visible') void lookForSignIn()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [isActive])
}
