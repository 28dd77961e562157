import { useEffect } from 'preact/hooks'
import { detectSignIn } from './admin-session.ts'

/**
 * Reloads the admin when the page becomes visible: they may have signed in or set up a second factor in another tab, or
 * their partner was suspended. Only while `isActive`.
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
