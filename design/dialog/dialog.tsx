import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import '../sheet/modal.css'
import './dialog.css'

/**
 * Modal `<dialog>`: traps the focus and returns it on closing. Escape calls `onClose`, unless the dialog `isLocked`;
 * then only its contents close it. `actions` stay visible while the rest scrolls. With `onSubmit`, the dialog is a
 * form.
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
  // In a layout effect, so that keys typed right after the press go to the dialog.
  useLayoutEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    element?.showModal()
    // Typing replaces the present value.
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.select()
    return () => {
      element?.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  return (
    <dialog
      class={`modal edged dialog dialog--${width}`}
      ref={dialog}
      aria-labelledby={id}
      // Below the baseline: `onCancel` and `onClose` below have the same effect.
      closedby={isLocked ? 'none' : 'closerequest'}
      onCancel={(event) => {
        event.preventDefault()
        if (!isLocked) onClose()
      }}
      // Browsers may close a dialog at a second Escape despite `preventDefault`. The event may also arrive after
      // another dialog replaced this one: ignore it then.
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
        <div class="dialog__body stack">{children}</div>
        <div class="dialog__actions row">{actions}</div>
      </Panel>
    </dialog>
  )
}

function Panel({ onSubmit, children }: { onSubmit: (() => void) | undefined; children: ComponentChildren }) {
  if (!onSubmit) return <div class="modal__panel">{children}</div>
  return (
    <form
      class="modal__panel"
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
