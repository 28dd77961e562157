import { useId } from 'preact/hooks'
import './radio-cards.css'

interface RadioCardsProps<Value extends string> {
  label: string
  options: readonly { value: Value; label: string; detail: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** Group of options with explanations: radio buttons, so arrow keys move between them. */
export function RadioCards<Value extends string>({ label, options, value, onChange }: RadioCardsProps<Value>) {
  const name = useId()
  return (
    <fieldset class="radio-cards stack gap-2">
      <legend class="radio-cards__label label">{label}</legend>
      {options.map((option) => (
        <label class="radio-cards__option" key={option.value}>
          <input
            class="radio-cards__input"
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span class="stack">
            <span class="bold">{option.label}</span>
            <span class="note">{option.detail}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
