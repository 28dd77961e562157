import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { TextFieldNote } from './text-field-note.tsx'
import './text-area.css'
import './text-field.css'

/** A few lines to write in; it grows with what is in it, where the browser can. `aside` stands beside its name. */
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
  /** Whether the dialog it stands in gives it the focus when it opens. */
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
          // Below the baseline: the dialog's first button has the focus then.
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
