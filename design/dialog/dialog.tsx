import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import './dialog.css'

/**
 * A question or a thing to deal with before going on: a modal `<dialog>`, so the focus stays in it and goes back when it
 * closes. Escape asks to close it, unless it `isLocked`: then `onClose` is never called, and only what is inside
 * closes it. `actions` stay in sight however long the rest is. With `onSubmit` the whole is a form.
 */
export function Dialog({
  title,
  onClose,
  isLocked = false,
  actions,
  onSubmit,
  width = 'medium',
  children,
}: {
  title: string
  onClose: () => void
  isLocked?: boolean
  actions: ComponentChildren
  onSubmit?: () => void
  width?: 'medium' | 'wide'
  children: ComponentChildren
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Before anything is drawn: what is typed right after the press belongs in the dialog.
  useLayoutEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    element?.showModal()
    // What is typed takes the place of what was there.
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.select()
    return () => {
      element?.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  return (
    <dialog
      class={`dialog dialog--${width}`}
      ref={dialog}
      aria-labelledby={id}
      // Below the baseline: `onCancel` and `onClose` below do the same.
      closedby={isLocked ? 'none' : 'closerequest'}
      onCancel={(event) => {
        event.preventDefault()
        if (!isLocked) onClose()
      }}
      // A browser may close it at a second Escape, whatever was said to the first. One that is gone says that it closed,
      // too, when another may already stand in its place: by then it is nobody's dialog.
      onClose={(event) => {
        if (event.target !== dialog.current) return
        if (isLocked) dialog.current?.showModal()
        else onClose()
      }}
    >
      <Panel onSubmit={onSubmit}>
        <h2 class="dialog__title" id={id} tabIndex={-1}>
          {title}
        </h2>
        <div class="dialog__body">{children}</div>
        <div class="dialog__actions">{actions}</div>
      </Panel>
    </dialog>
  )
}

function Panel({ onSubmit, children }: { onSubmit: (() => void) | undefined; children: ComponentChildren }) {
  if (!onSubmit) return <div class="dialog__panel">{children}</div>
  return (
    <form
      class="dialog__panel"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}
