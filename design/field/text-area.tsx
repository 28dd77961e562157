import { type FieldTexts, TextFieldFrame } from './text-field-frame.tsx'
import './text-area.css'

/** Multi-line field. Grows with its text where the browser supports it. */
export function TextArea({
  value,
  maxLength,
  autofocus,
  onInput,
  ...texts
}: FieldTexts & {
  value: string
  maxLength?: number
  /** Whether it receives the focus when its dialog opens. */
  autofocus?: boolean
  onInput: (value: string) => void
}) {
  return (
    <TextFieldFrame {...texts}>
      {(attributes) => (
        <textarea
          {...attributes}
          class="text-field__input text-area"
          rows={4}
          maxLength={maxLength}
          // Below the baseline: the dialog's first button receives the focus.
          autofocus={autofocus}
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </TextFieldFrame>
  )
}
