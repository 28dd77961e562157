import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { TextFieldNote } from './text-field-note.tsx'
import './text-field.css'

/** Field for a day and time, in the local time zone. `value` is in the format of `toLocalMoment`, or empty. */
export function MomentField({
  label,
  hint,
  error,
  value,
  min,
  onInput,
}: {
  label: string
  hint?: ComponentChildren
  error?: string | undefined
  value: string
  min?: string | undefined
  onInput: (value: string) => void
}) {
  const id = useId()
  return (
    <div class="text-field">
      <label class="text-field__label" for={id}>
        {label}
      </label>
      <span class="text-field__line">
        <input
          class="text-field__input"
          id={id}
          type="datetime-local"
          value={value}
          min={min}
          aria-invalid={error ? 'true' : undefined}
          aria-describedby={error || hint ? `${id}-note` : undefined}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      </span>
      <TextFieldNote id={id} error={error} hint={hint} />
    </div>
  )
}
