import { now } from '../time/now.ts'
import { text } from './text.ts'
import './calls-chart.css'

const DAY_MS = 86_400_000
const STEP = 11
const WIDTH = 7
const HEIGHT = 24
const MIN_HEIGHT = 1.5

const weekday = new Intl.DateTimeFormat('pt-BR', { weekday: 'short', day: 'numeric', month: 'numeric' })

/** A chart of the calls of the last days, today last, with their sum as text. */
export function CallsChart({ callsByDay }: { callsByDay: readonly number[] }) {
  const most = Math.max(...callsByDay, 1)
  const total = callsByDay.reduce((sum, count) => sum + count, 0)
  return (
    <div class="calls-chart">
      <svg
        class="calls-chart__bars"
        viewBox={`0 0 ${STEP * callsByDay.length - (STEP - WIDTH)} ${HEIGHT}`}
        aria-hidden="true"
      >
        {callsByDay.map((count, index) => {
          const daysAgo = callsByDay.length - 1 - index
          const height = count === 0 ? MIN_HEIGHT : Math.max(3, (count / most) * HEIGHT)
          return (
            <rect
              key={daysAgo}
              x={index * STEP}
              y={HEIGHT - height}
              width={WIDTH}
              height={height}
              rx="1"
              data-none={count === 0 ? '' : undefined}
              data-today={daysAgo === 0 ? '' : undefined}
            >
              <title>{text.callsOn(weekday.format(now.value - daysAgo * DAY_MS), count)}</title>
            </rect>
          )
        })}
      </svg>
      <span class="detail tabular nowrap">{text.calls(total)}</span>
    </div>
  )
}
