import type { ComponentChildren } from 'preact'
import { TextFieldDialog } from './text-field-dialog.tsx'

/** Whether to do what weighs most: the name of what it is done to is typed first. `differs` says that it is another. */
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
