import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { lookForSignIn } from '../admin-session/admin-session.ts'
import { SignInScreen } from './sign-in-screen.tsx'
import './sign-in-again.css'

/**
 * The sign-in over a screen whose session ended. What is under it can be neither seen nor reached, and stays as it is:
 * open dialogs, what was written, and the act that was refused, which goes on afterwards.
 */
export function SignInAgain() {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    const title = document.title
    element?.showModal()
    return () => {
      document.title = title
      element?.close()
    }
  }, [])
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void lookForSignIn()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return (
    <dialog
      class="sign-in-again"
      ref={dialog}
      closedby="none"
      onCancel={(event) => event.preventDefault()}
      // A browser may close it at a second Escape, whatever was said to the first.
      onClose={(event) => {
        if (event.target === dialog.current) dialog.current?.showModal()
      }}
    >
      <SignInScreen />
    </dialog>
  )
}
