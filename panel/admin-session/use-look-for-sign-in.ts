import { useEffect } from 'preact/hooks'
import { lookForSignIn } from './admin-session.ts'

/**
 * Checks, when the page becomes visible, whether the admin has signed in or set up a second factor in another tab. Only
 * while `isActive`.
 */
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
