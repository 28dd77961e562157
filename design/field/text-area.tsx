import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { TextFieldNote } from './text-field-note.tsx'
import './text-area.css'
import './text-field.css'

/** Multi-line field. Grows with its text where the browser supports it. `aside` is beside the label. */
export function TextArea({
  label,
  aside,
  hint,
  error,
  value,
  maxLength,
  autofocus,
  onInput,
}: {
  label: string
  aside?: ComponentChildren
  hint?: ComponentChildren
  error?: string | undefined
  value: string
  maxLength?: number
  /** Whether it receives the focus when its dialog opens. */
  autofocus?: boolean
  onInput: (value: string) => void
}) {
  const id = useId()
  return (
    <div class="text-field">
      <span class="text-field__head">
        <label class="text-field__label" for={id}>
          {label}
        </label>
        {aside}
      </span>
      <span class="text-field__line">
        <textarea
          class="text-field__input text-area"
          id={id}
          rows={4}
          maxLength={maxLength}
          // Below the baseline: the dialog's first button receives the focus.
          autofocus={autofocus}
          value={value}
          aria-invalid={error ? 'true' : undefined}
          aria-describedby={error || hint ? `${id}-note` : undefined}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      </span>
      <TextFieldNote id={id} error={error} hint={hint} />
    </div>
  )
}
