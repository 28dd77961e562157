import { TextField } from '@estante/design/field/text-field.tsx'

interface CodeFieldProps {
  label: string
  isRecovery: boolean
  value: string
  error?: string | undefined
  autofocus?: boolean
  onInput: (value: string) => void
}

/** A code of the second factor: six digits of the app, or a recovery code. Pasted spaces and hyphens are ignored. */
export function CodeField({ label, isRecovery, value, error, autofocus, onInput }: CodeFieldProps) {
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

/** Whether six digits are typed, so that the form submits itself. */
export function isWholeCode(value: string): boolean {
  return /^\d{6}$/.test(value.replace(/[\s-]/g, ''))
}
