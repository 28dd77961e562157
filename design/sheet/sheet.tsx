import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { IconButton } from '../icon-button/icon-button.tsx'
import { CloseIcon } from '../icons/icons.tsx'
import { nextTask } from '../next-task.ts'
import { hideFocusRing } from './hide-focus-ring.ts'
import { returnToFrame } from './return-to-frame.ts'
import './modal.css'
import './sheet.css'

interface SheetProps {
  open: boolean
  title: string
  titleLang?: string | undefined
  closeLabel: string
  height?: 'half' | 'full'
  onClose: () => void
  children: ComponentChildren
}

/**
 * Bottom sheet on a phone, centred on wider screens: a modal `<dialog>`, which traps the focus, closes on Escape and
 * returns the focus. `closeLabel` names its close button. Its height is that of its content, or `half`, so that the
 * page it affects stays visible, or `full`, so that content that changes leaves it in place.
 */
export function Sheet({ open, title, titleLang, closeLabel, height, onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isCancelled = useRef(false)
  const isOpen = useRef(false)
  /** Whether the last input was a key: the ring then shows where the focus goes. */
  const isByKey = useRef(false)
  const id = useId()
  // In the frame of its content: a sheet without any would be painted.
  useLayoutEffect(() => {
    if (!open) return dialog.current?.close()
    const goBack = returnToFrame()
    let isWanted = true
    const show = () => {
      if (!isWanted) return
      isOpen.current = true
      isByKey.current = document.activeElement?.matches(':focus-visible') === true
      dialog.current?.showModal()
      if (!isByKey.current) hideFocusRing()
    }
    // An engine styles and lays everything out for a modal dialog: not in the task that rendered its content, unless it
    // has a field, since iOS opens the keyboard only in the task of the tap.
    if (dialog.current?.querySelector(':is(input, textarea)[autofocus]')) show()
    else void nextTask().then(show)
    return () => {
      isWanted = isOpen.current = false
      dialog.current?.close()
      if (!isByKey.current) hideFocusRing()
      goBack()
    }
  }, [open])
  return (
    <dialog
      class={height ? `modal edged sheet sheet--${height}` : 'modal edged sheet'}
      ref={dialog}
      aria-labelledby={id}
      onKeyDown={() => (isByKey.current = true)}
      onPointerDown={() => (isByKey.current = false)}
      // Escape closes it here, before the browser returns the focus to the button that opened it: a key pressed there
      // at once opens it again. The `cancel` of a file field inside bubbles.
      onCancel={(event) => {
        if (event.target !== dialog.current) return
        isCancelled.current = true
        onClose()
      }}
      // Browsers may close it without `cancel`. The event arrives late, after it may have been opened again.
      onClose={() => {
        if (isOpen.current && !isCancelled.current && !dialog.current?.open) onClose()
        isCancelled.current = false
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      {open && (
        <div class="modal__panel">
          <header class="sheet__header line gap-3 breakable">
            <h2 id={id} lang={titleLang}>
              {title}
            </h2>
            {/* After the frame that shows the tap, since closing restyles the screen. */}
            <IconButton label={closeLabel} icon={CloseIcon} onClick={() => void nextTask().then(onClose)} />
          </header>
          <div class="sheet__body">{children}</div>
        </div>
      )}
    </dialog>
  )
}
