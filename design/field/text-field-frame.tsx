import type { AriaAttributes, ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import './text-field.css'

export interface FieldTexts {
  label: string
  /** Beside the label. */
  aside?: ComponentChildren
  hint?: ComponentChildren
  /** Replaces the hint. */
  error?: string | undefined
}

/** Label, line and note of a text field. `children` draws the control with the attributes that tie it to them. */
export function TextFieldFrame({
  label,
  aside,
  hint,
  error,
  children,
}: FieldTexts & { children: (attributes: AriaAttributes & { id: string }) => ComponentChildren }) {
  const id = useId()
  const note = error || hint
  return (
    <div class="text-field stack">
      <span class="text-field__head row">
        <label class="text-field__label label" for={id}>
          {label}
        </label>
        {aside}
      </span>
      <span class="text-field__line line">
        {children({
          id,
          'aria-invalid': error ? 'true' : undefined,
          'aria-describedby': note ? `${id}-note` : undefined,
        })}
      </span>
      {note && (
        <div class="note" id={`${id}-note`} data-error={error ? '' : undefined}>
          {note}
        </div>
      )}
    </div>
  )
}
