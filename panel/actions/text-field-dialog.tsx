import { type InputProps, TextField } from '@estante/design/field/text-field.tsx'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { ActionDialog } from './action-dialog.tsx'
import { errorMessage } from './error-message.ts'
import { useAction } from './use-action.ts'

/**
 * A dialog that asks for one text and acts on it. `faultOf` validates it before it is sent, `refusalOf` finds the
 * service's refusal of it.
 */
export function TextFieldDialog({
  title,
  action,
  isDestructive,
  first = '',
  hint,
  faultOf,
  act,
  refusalOf,
  onClose,
  children,
  below,
  ...field
}: {
  title: string
  action: string
  isDestructive?: boolean
  label: string
  first?: string
  hint?: string | ((value: string) => string)
  faultOf: (value: string) => string | undefined
  act: (value: string) => Promise<void>
  refusalOf?: (reason: unknown) => string | undefined
  onClose: () => void
  children?: ComponentChildren
  /** Further content, after the field. */
  below?: ComponentChildren
} & InputProps) {
  const [value, setValue] = useState(first)
  const [error, setError] = useState<string>()
  const acting = useAction()

  function submit() {
    const trimmed = value.trim()
    const fault = faultOf(trimmed)
    setError(fault)
    if (fault !== undefined) return
    void acting.run(
      () => act(trimmed),
      (reason) => {
        const refusal = refusalOf?.(reason)
        setError(refusal)
        return refusal === undefined ? errorMessage(reason) : undefined
      },
    )
  }

  return (
    <ActionDialog
      title={title}
      onClose={onClose}
      onSubmit={submit}
      action={action}
      isDestructive={isDestructive}
      act={acting}
    >
      {children}
      <TextField
        autocomplete="off"
        {...field}
        hint={typeof hint === 'function' ? hint(value) : hint}
        error={error}
        autofocus
        value={value}
        onInput={(typed) => {
          setValue(typed)
          setError(undefined)
        }}
      />
      {below}
    </ActionDialog>
  )
}
