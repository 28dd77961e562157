import { useEffect } from 'preact/hooks'
import { reloadAdmin } from './admin-session.ts'

/**
 * Reloads the admin when the page becomes visible: they may have signed in or set up a second factor in another tab, or
 * their partner was suspended. Only while `isActive`.
 */
export function useReloadAdmin(isActive: boolean) {
  useEffect(() => {
    if (!isActive) return
    const reload = () => {
      if (document.visibilityState === 'visible') void reloadAdmin()
    }
    document.addEventListener('visibilitychange', reload)
    return () => document.removeEventListener('visibilitychange', reload)
  }, [isActive])
}
