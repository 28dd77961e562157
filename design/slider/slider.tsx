import './slider.css'

interface SliderProps {
  label: string
  value: number
  min?: number
  max: number
  step?: number | 'any'
  valueText?: string
  disabled?: boolean
  onInput?: (value: number) => void
  onChange?: (value: number) => void
}

/**
 * Slider: a native range input, so arrows, Home, End and Page keys work. `valueText` is the value for screen readers
 * (“12 minutos de 1 hora”). `onInput` fires during the drag, `onChange` at its end.
 */
export function Slider({ label, value, min = 0, max, step = 1, valueText, disabled, onInput, onChange }: SliderProps) {
  // Up to the thumb, which the engine rounds to a step.
  const offset = step === 'any' ? value - min : Math.round((value - min) / step) * step
  const filled = max > min ? (offset / (max - min)) * 100 : 0
  return (
    <input
      class="slider"
      type="range"
      aria-label={label}
      aria-valuetext={valueText}
      min={min}
      max={max}
      step={step}
      value={value}
      disabled={disabled}
      style={{ '--slider-filled': `${filled}%` }}
      onInput={(event) => onInput?.(event.currentTarget.valueAsNumber)}
      onChange={(event) => onChange?.(event.currentTarget.valueAsNumber)}
    />
  )
}
