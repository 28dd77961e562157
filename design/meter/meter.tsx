import './meter.css'

interface MeterProps {
  label: string
  value: number
  max: number
  valueText: string
}

/**
 * Gauge of how much of something is in use, with `valueText` for screen readers. Its size is constant; its colour
 * changes near the limit and at it.
 */
export function Meter({ label, value, max, valueText }: MeterProps) {
  const part = max === 0 ? 0 : Math.min(1, Math.max(0, value / max))
  return (
    // biome-ignore lint/a11y/useSemanticElements: `<meter>` cannot be styled alike in all browsers
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
      <span class="meter__part" style={{ '--meter': String(part) }} />
    </div>
  )
}
