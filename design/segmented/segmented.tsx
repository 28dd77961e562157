import { useId } from 'preact/hooks'
import { nextTask } from '../next-task.ts'
import './segmented.css'

interface SegmentedProps<Value extends string> {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** Segmented control of a few visible options: radio buttons, so arrow keys move between them. */
export function Segmented<Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>) {
  const name = useId()
  return (
    <fieldset class="segmented edged">
      <legend class="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label class="segmented__option" key={option.value}>
          <input
            class="segmented__input"
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            // After the frame that shows the tap, since a choice may restyle the screen.
            onChange={() => void nextTask().then(() => onChange(option.value))}
          />
          <span class="segmented__label note centered">{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
