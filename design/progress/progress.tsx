import './progress.css'

interface ProgressProps {
  label: string
  value: number | undefined
  valueText?: string
  tone?: 'accent' | 'still'
}

/**
 * Progress bar: `value` from 0 to 1, or undefined if unknown. `valueText` is for screen readers when the percentage is
 * not enough.
 */
export function Progress({ label, value, valueText, tone = 'accent' }: ProgressProps) {
  const part = value === undefined ? undefined : Math.min(1, Math.max(0, value))
  return (
    <div
      class={`progress progress--${tone} edged`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={part === undefined ? undefined : Math.round(part * 100)}
      aria-valuetext={valueText}
      data-unknown={part === undefined ? '' : undefined}
    >
      <span class="progress__done" style={{ '--progress': String(part ?? 0) }} />
    </div>
  )
}
