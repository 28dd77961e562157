import './time-bars.css'

const STEP = 4
const WIDTH = 3
const HEIGHT = 48
const MIN_HEIGHT = 1

export interface TimeBar {
  /** Tooltip. */
  label: string
  value: number
  /** The part drawn at the bottom in the colour of errors. */
  bad?: number
}

/** Bar chart of a figure over time, latest last. Decorative: its values must also be in text. */
export function TimeBars({ bars }: { bars: readonly TimeBar[] }) {
  const most = Math.max(...bars.map(({ value }) => value), 1)
  return (
    <svg
      class="time-bars"
      viewBox={`0 0 ${STEP * bars.length - (STEP - WIDTH)} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {bars.map(({ label, value, bad = 0 }, index) => {
        const height = value === 0 ? MIN_HEIGHT : Math.max(2, (value / most) * HEIGHT)
        const badHeight = bad === 0 ? 0 : Math.max(2, (bad / most) * HEIGHT)
        return (
          <g key={index}>
            <title>{label}</title>
            <rect class="time-bars__reach" x={index * STEP} y={0} width={STEP} height={HEIGHT} />
            <rect
              x={index * STEP}
              y={HEIGHT - height}
              width={WIDTH}
              height={height}
              data-none={value === 0 ? '' : undefined}
            />
            {badHeight > 0 && (
              <rect class="time-bars__bad" x={index * STEP} y={HEIGHT - badHeight} width={WIDTH} height={badHeight} />
            )}
          </g>
        )
      })}
    </svg>
  )
}
