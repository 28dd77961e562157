import type { ComponentChildren, InputHTMLAttributes, PartialInputHTMLAttributes } from 'preact'
import { useId } from 'preact/hooks'
import { TextFieldNote } from './text-field-note.tsx'
import './text-field.css'

export type InputProps = Omit<PartialInputHTMLAttributes<HTMLInputElement>, 'role' | 'type' | 'label' | 'onInput'> & {
  type?: 'text' | 'email' | 'password'
}

/**
 * Single-line field with its label above. `error` replaces `hint`; `trailing` is inside, at the end of the line;
 * `aside` is beside the label.
 */
export function TextField({
  label,
  aside,
  hint,
  error,
  trailing,
  onInput,
  ...rest
}: {
  label: string
  aside?: ComponentChildren
  hint?: ComponentChildren
  error?: string | undefined
  trailing?: ComponentChildren
  onInput: (value: string) => void
} & InputProps) {
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
        <input
          // The three types have the same attributes, which Preact's typings cannot express for a union.
          {...(rest as InputHTMLAttributes)}
          class="text-field__input"
          id={id}
          aria-invalid={error ? 'true' : undefined}
          aria-describedby={error || hint ? `${id}-note` : undefined}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
        {trailing}
      </span>
      <TextFieldNote id={id} error={error} hint={hint} />
    </div>
  )
}
