import { useEffect, useId, useRef } from 'preact/hooks'
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
  const list = useRef<HTMLFieldSetElement>(null)
  // Shows the chosen option where they do not all fit.
  useEffect(() => {
    const chosen = list.current?.querySelector(':checked')?.parentElement
    if (!list.current || !chosen) return
    const [around, box] = [list.current.getBoundingClientRect(), chosen.getBoundingClientRect()]
    list.current.scrollLeft += Math.max(0, box.right - around.right) + Math.min(0, box.left - around.left)
  }, [value, options.length])
  return (
    <fieldset class="segmented edged" ref={list}>
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
