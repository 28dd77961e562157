import { TextField } from '@estante/design/field/text-field.tsx'

/** The second factor: six digits of the app, or a recovery code. What is pasted may have spaces and hyphens. */
export function CodeField({
  label,
  isRecovery,
  value,
  error,
  autofocus,
  onInput,
}: {
  label: string
  isRecovery: boolean
  value: string
  error?: string | undefined
  autofocus?: boolean
  onInput: (value: string) => void
}) {
  return (
    <TextField
      label={label}
      value={value}
      error={error}
      autocomplete="one-time-code"
      inputMode={isRecovery ? 'text' : 'numeric'}
      autocapitalize="none"
      spellcheck={false}
      maxLength={32}
      autofocus={autofocus}
      data-code=""
      onInput={onInput}
    />
  )
}

/** Whether these are the six digits, so that nothing is left to press. */
export function isWholeCode(value: string): boolean {
  return /^\d{6}$/.test(value.replace(/[\s-]/g, ''))
}
