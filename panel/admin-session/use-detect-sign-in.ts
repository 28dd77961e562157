import { useEffect } from 'preact/hooks'
import { detectSignIn } from './admin-session.ts'

/**
 * Checks, when the page becomes visible, whether the admin has signed in or set up a second factor in another tab. Only
 * while `isActive`.
 */
export function useDetectSignIn(isActive: boolean) {
  useEffect(() => {
    if (!isActive) return
    const detect = () => {
      if (document.visibilityState === 'visible') void detectSignIn()
    }
    document.addEventListener('visibilitychange', detect)
    return () => document.removeEventListener('visibilitychange', detect)
  }, [isActive])
}
