import type { ComponentChildren } from 'preact'
import { useCallback, useLayoutEffect, useRef } from 'preact/hooks'
import './sign-in-overlay.css'

/**
 * Covers a screen until the admin has signed in again or set up a second factor. The screen is inert and keeps its
 * state: open dialogs, unsaved input, and the refused action, which is then repeated.
 */
export function SignInOverlay({ children }: { children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null)
  // A ref is set before the effects of the children, which focus a field: that has to be in the open dialog.
  const open = useCallback((element: HTMLDialogElement | null) => {
    dialog.current = element
    element?.showModal()
  }, [])
  useLayoutEffect(() => {
    const element = dialog.current
    const title = document.title
    return () => {
      document.title = title
      element?.close()
    }
  }, [])
  return (
    <dialog
      class="sign-in-overlay"
      ref={open}
      // Below the baseline: `onCancel` and `onClose` below do the same.
      closedby="none"
      onCancel={(event) => event.preventDefault()}
      // Browsers may close it at a second Escape, though the first was prevented.
      onClose={(event) => {
        if (event.target === dialog.current) dialog.current?.showModal()
      }}
    >
      {children}
    </dialog>
  )
}
