import type { ComponentChildren } from 'preact'
import { TextFieldDialog } from './text-field-dialog.tsx'

interface ConfirmByTypingDialogProps {
  title: string
  action: string
  name: string
  label: string
  differs: string
  act: () => Promise<void>
  onClose: () => void
  children: ComponentChildren
}

/** Confirms a dangerous action by typing the name of its subject. `differs` is the message for another name. */
export function ConfirmByTypingDialog({ name, differs, ...dialog }: ConfirmByTypingDialogProps) {
  return (
    <TextFieldDialog
      {...dialog}
      isDestructive
      autocapitalize="none"
      spellcheck={false}
      faultOf={(typed) => (typed === name.trim() ? undefined : differs)}
    />
  )
}
