import type { ComponentChildren, InputHTMLAttributes, PartialInputHTMLAttributes } from 'preact'
import { type FieldTexts, TextFieldFrame } from './text-field-frame.tsx'

export type InputProps = Omit<PartialInputHTMLAttributes<HTMLInputElement>, 'role' | 'type' | 'label' | 'onInput'> & {
  type?: 'text' | 'email' | 'password'
}

const EMAIL: InputProps = { autocapitalize: 'none', spellcheck: false, maxLength: 254 }

/** Single-line field with its label above. `trailing` is inside, at the end of the line. */
export function TextField({
  label,
  aside,
  hint,
  error,
  trailing,
  onInput,
  ...rest
}: FieldTexts & { trailing?: ComponentChildren; onInput: (value: string) => void } & InputProps) {
  return (
    <TextFieldFrame label={label} aside={aside} hint={hint} error={error}>
      {(attributes) => (
        <>
          <input
            // The three types have the same attributes, which Preact's typings cannot express for a union.
            {...({ ...(rest.type === 'email' && EMAIL), ...rest } as InputHTMLAttributes)}
            {...attributes}
            class="text-field__input"
            onInput={(event) => onInput(event.currentTarget.value)}
          />
          {trailing}
        </>
      )}
    </TextFieldFrame>
  )
}
