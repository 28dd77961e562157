import { type FieldTexts, TextFieldFrame } from './text-field-frame.tsx'

/** Field for a day and time, in the local time zone. `value` is in the format of `toLocalMoment`, or empty. */
export function MomentField({
  value,
  onInput,
  ...texts
}: FieldTexts & { value: string; onInput: (value: string) => void }) {
  return (
    <TextFieldFrame {...texts}>
      {(attributes) => (
        <input
          {...attributes}
          class="text-field__input"
          type="datetime-local"
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </TextFieldFrame>
  )
}
