import { useEffect } from 'preact/hooks'
import { lookForSignIn } from './admin-session.ts'

/** Each time the page is seen again, asks whether what `isAsked` here was done elsewhere in this browser. */
export function useLookForSignIn(isAsked: boolean) {
  useEffect(() => {
    if (!isAsked) return
    const look = () => {
      if (document.visibilityState === 'visible') void lookForSignIn()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [isAsked])
}
