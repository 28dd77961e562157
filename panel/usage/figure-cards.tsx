import { environment, navigate } from '../router.ts'
import { words } from './text.ts'
import { changeOf, MEASURES, type Measure, sayFigure, type Totals, usagePath } from './usage.ts'
import './figure-cards.css'

const percent = new Intl.NumberFormat('pt-BR', { style: 'percent', maximumFractionDigits: 0 })

/** The month's totals beside the month before. A press shows one month by month in the chart. */
export function FigureCards({
  month,
  totals,
  before,
  isOpen,
  measure,
}: {
  month: string
  totals: Totals
  before: Totals
  /** Half a month is not compared with a whole one. */
  isOpen: boolean
  measure: Measure
}) {
  return (
    <div class="figures">
      {MEASURES.map((one) => (
        <button
          key={one}
          type="button"
          class="figure"
          aria-pressed={one === measure}
          title={words.measureHelp[one]}
          onClick={() => navigate(usagePath(environment.value, month, { measure: one }), { replace: true })}
        >
          <span class="figure__name">{words.measures[one]}</span>
          <span class="figure__value">{sayFigure(one, totals[one])}</span>
          <span class="figure__change">{sayChange(one, totals[one], before[one], isOpen)}</span>
        </button>
      ))}
    </div>
  )
}

function sayChange(measure: Measure, value: number, before: number, isOpen: boolean): string {
  if (isOpen) return words.change.soFar(sayFigure(measure, before))
  const change = changeOf(value, before)
  if (change === undefined) return value === 0 ? words.change.same : words.change.fromNothing
  if (change === 0) return words.change.same
  const part = percent.format(Math.abs(change))
  return change > 0 ? words.change.more(part) : words.change.less(part)
}
