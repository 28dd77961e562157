import { useId } from 'preact/hooks'
import './checkbox.css'

interface CheckboxProps {
  label: string
  isChecked: boolean
  error?: string | undefined
  onChange: (isChecked: boolean) => void
}

/** Checkbox with an error message. */
export function Checkbox({ label, isChecked, error, onChange }: CheckboxProps) {
  const id = useId()
  return (
    <div class="checkbox">
      <label class="checkbox__line line gap-3 bold">
        <input
          class="checkbox__box"
          type="checkbox"
          checked={isChecked}
          aria-invalid={error ? 'true' : undefined}
          aria-describedby={error ? id : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {label}
      </label>
      <p class="fault" id={id} role="alert">
        {error}
      </p>
    </div>
  )
}
