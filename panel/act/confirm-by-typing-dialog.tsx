import type { ComponentChildren } from 'preact'
import { TextFieldDialog } from './text-field-dialog.tsx'

/** Confirms a dangerous action by typing the name of its subject. `differs` is the message for another name. */
export function ConfirmByTypingDialog({
  title,
  action,
  name,
  label,
  differs,
  act,
  onClose,
  children,
}: {
  title: string
  action: string
  name: string
  label: string
  differs: string
  act: () => Promise<void>
  onClose: () => void
  children: ComponentChildren
}) {
  return (
    <TextFieldDialog
      title={title}
      action={action}
      isDestructive
      label={label}
      autocapitalize="none"
      spellcheck={false}
      faultOf={(typed) => (typed === name.trim() ? undefined : differs)}
      act={act}
      onClose={onClose}
    >
      {children}
    </TextFieldDialog>
  )
}
