import { navigate } from '../router.ts'
import { text } from './text.ts'
import { changeOf, formatFigure, MEASURES, type Measure, type MonthState, type Totals, usagePath } from './usage.ts'
import './figure-cards.css'

const percent = new Intl.NumberFormat('pt-BR', { style: 'percent', maximumFractionDigits: 0 })

interface FigureCardsProps {
  month: string
  totals: Totals
  before: Totals
  /** A month that has not ended is not compared with a whole one. */
  state: MonthState
  measure: Measure
}

/** The month's totals compared with the month before. A click selects the chart's figure. */
export function FigureCards({ month, totals, before, state, measure }: FigureCardsProps) {
  return (
    <div class="figures">
      {MEASURES.map((one) => (
        <button
          key={one}
          type="button"
          class="figure card"
          aria-pressed={one === measure}
          title={text.measureHelp[one]}
          onClick={() => navigate(usagePath(month, { measure: one }), { replace: true })}
        >
          <span class="note">{text.measures[one]}</span>
          <span class="figure__value bold tabular nowrap">{formatFigure(one, totals[one])}</span>
          <span class="figure__change detail">{formatChange(one, totals[one], before[one], state)}</span>
        </button>
      ))}
    </div>
  )
}

function formatChange(measure: Measure, value: number, before: number, state: MonthState): string {
  if (state === 'future') return ''
  if (state === 'open') return text.change.soFar(formatFigure(measure, before))
  const change = changeOf(value, before)
  if (change === undefined) return value === 0 ? text.change.same : text.change.fromNothing
  if (change === 0) return text.change.same
  const part = percent.format(Math.abs(change))
  return change > 0 ? text.change.more(part) : text.change.less(part)
}
