import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { IconButton } from '../icon-button/icon-button.tsx'
import { CloseIcon } from '../icons/icons.tsx'
import './sheet.css'

/**
 * A sheet that rises from the bottom of a phone and stands in the middle of a wider screen: a modal `<dialog>`, so the
 * focus stays in it, Escape closes it, and closing gives the focus back. `closeLabel` names its close button. `half`: what
 * it changes stays in sight above or beside it.
 */
export function Sheet({
  open,
  title,
  closeLabel,
  half = false,
  onClose,
  children,
}: {
  open: boolean
  title: string
  closeLabel: string
  half?: boolean
  onClose: () => void
  children: ComponentChildren
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: pressing beside the sheet is an extra; Escape and the button close it
    <dialog
      class={half ? 'sheet sheet--half' : 'sheet'}
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      {open && (
        <div class="sheet__panel">
          <header class="sheet__header">
            <h2 class="sheet__title" id={id}>
              {title}
            </h2>
            <IconButton label={closeLabel} icon={CloseIcon} onClick={onClose} />
          </header>
          <div class="sheet__body">{children}</div>
        </div>
      )}
    </dialog>
  )
}
