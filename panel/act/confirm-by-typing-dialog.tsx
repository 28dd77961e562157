import { TextField } from '@estante/design/field/text-field.tsx'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { ActionDialog } from './action-dialog.tsx'
import { useAction } from './use-action.ts'

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
  const [typed, setTyped] = useState('')
  const [isRefused, setRefused] = useState(false)
  const acting = useAction()

  function submit() {
    const isSame = typed.trim() === name.trim()
    setRefused(!isSame)
    if (isSame) void acting.run(act)
  }

  return (
    <ActionDialog title={title} onClose={onClose} onSubmit={submit} action={action} isDestructive act={acting}>
      {children}
      <TextField
        label={label}
        error={isRefused ? differs : undefined}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        autofocus
        value={typed}
        onInput={(value) => {
          setTyped(value)
          setRefused(false)
        }}
      />
    </ActionDialog>
  )
}
