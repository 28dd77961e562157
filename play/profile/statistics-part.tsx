import { useWhenBackOnline } from '@estante/client/online.ts'
import type { Statistics } from '@estante/contract/play/statistics.ts'
import { Button } from '@estante/design/button/button.tsx'
import { Skeleton } from '@estante/design/skeleton/skeleton.tsx'
import { useState } from 'preact/hooks'
import { nameOfDay } from '../portuguese.ts'
import { hoursAndMinutes, hoursAndMinutesShort } from '../publication/lengths.ts'
import { useResource } from '../session/resource.ts'
import { text as shellText } from '../text.ts'
import { text } from './text.ts'
import './statistics-part.css'

const statisticsText = text.statistics

/** The member's listening and reading time: the last seven days, and all time. */
export function StatisticsPart() {
  const { data, problem, load } = useResource('/play/v1/statistics')
  useWhenBackOnline(() => {
    if (problem.value) void load()
  })
  const statistics = data.value
  if (statistics) return <Figures statistics={statistics} />
  return (
    <div class="statistics stack">
      {problem.value ? (
        <>
          <p role="status">{statisticsText.failed}</p>
          <Button variant="soft" onClick={() => void load()}>
            {shellText.shell.retry}
          </Button>
        </>
      ) : (
        <>
          <p class="visually-hidden" role="status">
            {statisticsText.loading}
          </p>
          <Skeleton width="100%" height="1.5rem" />
          <Skeleton width="100%" height="8.5rem" />
          <div class="statistics__totals-skeleton">
            <Skeleton width="100%" height="100%" />
          </div>
        </>
      )}
    </div>
  )
}

function Figures({ statistics }: { statistics: Statistics }) {
  const { days, timeZone, listeningSeconds, readingSeconds, finishedAudiobooks, finishedEbooks } = statistics
  const totals = days.map((day) => day.listeningSeconds + day.readingSeconds)
  const week = totals.reduce((sum, seconds) => sum + seconds, 0)
  const most = Math.max(...totals, 60)
  /** The day whose time is shown above its bar: the longest, until another is chosen. */
  const [chosen, choose] = useState(totals.indexOf(Math.max(...totals)))
  const length = (seconds: number) => (seconds < 30 ? statisticsText.little : hoursAndMinutes(seconds))
  const lengthShort = (seconds: number) => {
    if (seconds === 0) return statisticsText.noMinutes
    return seconds < 30 ? statisticsText.littleShort : hoursAndMinutesShort(seconds)
  }
  const total = (seconds: number) => (seconds === 0 ? statisticsText.none : length(seconds))
  return (
    <div class="statistics stack">
      <p class="bold">{week === 0 ? statisticsText.noWeek : statisticsText.week(length(week))}</p>
      <ol class="statistics__days" data-none={week === 0}>
        {days.map(({ day }, index) => {
          const isToday = index === days.length - 1
          return (
            <li key={day}>
              <button
                class="statistics__day"
                type="button"
                disabled={week === 0}
                onClick={() => choose(index)}
                onFocus={() => choose(index)}
                onMouseEnter={() => choose(index)}
              >
                <span class="visually-hidden">
                  {statisticsText.day(isToday ? statisticsText.today : nameOfDay(day), totals[index] ?? 0)}
                </span>
                <span
                  class="statistics__bar"
                  aria-hidden="true"
                  data-none={totals[index] === 0}
                  style={{ '--share': String((totals[index] ?? 0) / most) }}
                >
                  {index === chosen && week > 0 && (
                    <span class="statistics__length detail tabular">{lengthShort(totals[index] ?? 0)}</span>
                  )}
                </span>
                <span class="statistics__name detail" aria-hidden="true">
                  {isToday ? statisticsText.today : nameOfDay(day).charAt(0).toUpperCase()}
                </span>
              </button>
            </li>
          )
        })}
      </ol>
      <dl class="statistics__totals">
        <div>
          <dt>{statisticsText.listened}</dt>
          <dd>{total(listeningSeconds)}</dd>
        </div>
        <div>
          <dt>{statisticsText.read}</dt>
          <dd>{total(readingSeconds)}</dd>
        </div>
        <div>
          <dt>{statisticsText.finished}</dt>
          <dd>{statisticsText.finishedOf(finishedAudiobooks, finishedEbooks)}</dd>
        </div>
      </dl>
      <p class="note">
        {statisticsText.rule} {statisticsText.days(timeZone)}
      </p>
    </div>
  )
}
