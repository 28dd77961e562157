import './meter.css'

/**
 * How much of something is taken now. `valueText` is how a screen reader hears it. It keeps its size whatever it shows;
 * near the end, and at it, its colour changes.
 */
export function Meter({
  label,
  value,
  max,
  valueText,
}: {
  label: string
  value: number
  max: number
  valueText: string
}) {
  const part = max === 0 ? 0 : Math.min(1, Math.max(0, value / max))
  return (
    // biome-ignore lint/a11y/useSemanticElements: each browser draws `<meter>` its own way, and none lets the others' be styled
    <div
      class="meter"
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      aria-valuetext={valueText}
      data-level={part >= 1 ? 'full' : part >= 0.8 ? 'near' : undefined}
    >
      <span class="meter__taken" style={{ '--meter': String(part) }} />
    </div>
  )
}
