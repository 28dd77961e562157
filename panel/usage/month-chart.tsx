import type { UsageMonth } from '@estante/contract/panel/usage.ts'
import { nameAndTooltip } from '@estante/design/icon-button/name-and-tooltip.ts'
import { useRef } from 'preact/hooks'
import { Fold } from '../shell/fold.tsx'
import { formatMonth, formatShortMonth } from '../time/format-time.ts'
import { now } from '../time/now.ts'
import { text } from './text.ts'
import { formatFigure, MEASURES, type Measure, monthStateOf, usagePath } from './usage.ts'
import './figures-table.css'
import './month-chart.css'

/** How many months a narrow chart shows, as in `month-chart.css`. */
const NARROW_MONTHS = 12

interface MonthChartProps {
  months: readonly UsageMonth[]
  selected: string
  measure: Measure
}

/** A bar for each month, which is a link: arrow keys move between them, and a table below has the same figures. */
export function MonthChart({ months, selected, measure }: MonthChartProps) {
  const list = useRef<HTMLOListElement>(null)
  const most = Math.max(...months.map(({ totals }) => totals[measure]))
  // The single tab stop: the selected month, or the last. A narrow chart hides earlier ones.
  const reached = months.slice(-NARROW_MONTHS).some(({ month }) => month === selected) ? selected : months.at(-1)?.month

  function step(event: KeyboardEvent) {
    const links = [...(list.current?.querySelectorAll('a') ?? [])].filter((link) => link.offsetParent !== null)
    const here = links.indexOf(document.activeElement as HTMLAnchorElement)
    const to = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: links.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    links[to]?.focus()
  }

  return (
    <figure class="month-chart card stack">
      <figcaption class="month-chart__caption row label">
        <span>{text.chartOf(text.measures[measure])}</span>
        {most > 0 && <span class="month-chart__most soft tabular">{formatFigure(measure, most)}</span>}
      </figcaption>
      <ol class="month-chart__bars" ref={list} aria-label={text.chart} onKeyDown={step}>
        {months.map((month) => {
          const value = month.totals[measure]
          const state = monthStateOf(month, now.value)
          const label = `${formatMonth(month.month)}: ${formatFigure(measure, value)}`
          return (
            <li key={month.month} class="month-chart__month">
              <a
                class="month-chart__link"
                href={usagePath(month.month, { measure })}
                tabIndex={month.month === reached ? 0 : -1}
                aria-current={month.month === selected ? 'true' : undefined}
                {...nameAndTooltip(
                  state === 'closed' ? label : `${label}, ${text[state === 'closing' ? 'closing' : 'open']}`,
                )}
              >
                <span
                  class="month-chart__bar"
                  data-none={value === 0 ? '' : undefined}
                  data-open={state === 'closed' ? undefined : ''}
                  style={{ '--height': most === 0 ? '0' : String(value / most) }}
                />
              </a>
              <span class="month-chart__name soft" aria-hidden="true">
                {formatShortMonth(month.month)}
                {month.month.endsWith('-01') && <span class="month-chart__year">{month.month.slice(0, 4)}</span>}
              </span>
            </li>
          )
        })}
      </ol>
      <Fold name={text.asTable}>
        <MonthTable months={months} />
      </Fold>
    </figure>
  )
}

function MonthTable({ months }: { months: readonly UsageMonth[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section class="month-table" tabIndex={0} aria-label={text.chart}>
      <table class="figures-table">
        <thead>
          <tr>
            <th scope="col">{text.month}</th>
            {MEASURES.map((measure) => (
              <th key={measure} scope="col">
                {text.measures[measure]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...months].reverse().map(({ month, totals }) => (
            <tr key={month}>
              <th scope="row">
                <a href={usagePath(month)}>{formatMonth(month)}</a>
              </th>
              {MEASURES.map((measure) => (
                <td key={measure}>{formatFigure(measure, totals[measure])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
