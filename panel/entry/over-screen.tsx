import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import './over-screen.css'

/**
 * Covers a screen with what has to be done before it goes on: signing in again, or setting a second factor up. The screen
 * can be neither seen nor reached, and stays as it is: open dialogs, what was written, and the act that was refused,
 * which goes on afterwards.
 */
export function OverScreen({ children }: { children: ComponentChildren }) {
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
  return (
    <dialog
      class="over-screen"
      ref={dialog}
      // Below the baseline: `onCancel` and `onClose` below do the same.
      closedby="none"
      onCancel={(event) => event.preventDefault()}
      // A browser may close it at a second Escape, whatever was said to the first.
      onClose={(event) => {
        if (event.target === dialog.current) dialog.current?.showModal()
      }}
    >
      {children}
    </dialog>
  )
}
