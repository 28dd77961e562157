import { useLastAnswered } from '@estante/client/pages.ts'
import { createDateFormat } from '@estante/contract/date-format.ts'
import type { UsageMonth } from '@estante/contract/panel/usage.ts'
import { Badge } from '@estante/design/badge/badge.tsx'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { BackIcon, ChartIcon, DownloadIcon, ForwardIcon } from '@estante/design/icons/icons.tsx'
import { Skeleton } from '@estante/design/skeleton/skeleton.tsx'
import { useFresh, useResource } from '../admin-session/use-resource.ts'
import { environment, pathParts } from '../router.ts'
import { MissingState } from '../shell/missing-state.tsx'
import { ResourceContent } from '../shell/resource-content.tsx'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { formatMonth } from '../time/format-time.ts'
import { now } from '../time/now.ts'
import { FigureCards } from './figure-cards.tsx'
import { MemberMonthScreen } from './member-month-screen.tsx'
import { MonthChart } from './month-chart.tsx'
import { MonthMembers } from './month-members.tsx'
import { MonthTitles } from './month-titles.tsx'
import { text } from './text.ts'
import {
  fetchMonth,
  fileAddress,
  isMonth,
  type MonthState,
  monthAfter,
  monthStateOf,
  months,
  readUsageQuery,
  usagePath,
} from './usage.ts'
import './usage-screen.css'

/** Usage by month: the present one, that of the address, or a member's. */
export function UsageScreen() {
  const [month, memberId] = pathParts.value
  if (month !== undefined && !isMonth(month))
    return (
      <MissingState
        icon={ChartIcon}
        title={text.wrongTitle}
        help={text.wrongHelp}
        href={usagePath()}
        link={text.seeUsage}
      />
    )
  if (month !== undefined && memberId !== undefined) {
    return <MemberMonthScreen key={`${environment.value} ${month} ${memberId}`} month={month} memberId={memberId} />
  }
  // Remounted for another environment.
  return <Months key={environment.value} month={month} />
}

function Months({ month }: { month: string | undefined }) {
  const resource = useFresh(months[environment.value])
  return (
    <>
      <ScreenHeader title={text.title} subject={month && formatMonth(month)} help={text.help} />
      <ResourceContent resource={resource} skeleton={<MonthSkeleton />}>
        {({ months, timeZone }) => {
          const last = months.at(-1)?.month ?? ''
          return <Month months={months} month={month ?? last} last={last} timeZone={timeZone} />
        }}
      </ResourceContent>
    </>
  )
}

function MonthSkeleton() {
  return (
    <div class="stack gap-4">
      <Skeleton width="100%" height="2.75rem" radius="var(--radius-md)" />
      <Skeleton width="100%" height="6.5rem" radius="var(--radius-md)" />
      <Skeleton width="100%" height="16rem" radius="var(--radius-md)" />
    </div>
  )
}

interface MonthProps {
  months: readonly UsageMonth[]
  month: string
  last: string
  timeZone: string
}

function Month({ months, month, last, timeZone }: MonthProps) {
  const currentEnvironment = environment.value
  const query = readUsageQuery()
  const resource = useLastAnswered(
    useResource(`${currentEnvironment} ${month}`, () => fetchMonth(currentEnvironment, month)),
  )
  return (
    <div class="stack gap-4">
      <ResourceContent resource={resource} skeleton={<MonthSkeleton />}>
        {({ month: known, before }) => {
          const state = monthStateOf(known, now.value)
          const { totals } = known
          const isEmpty = totals.activeUsers === 0
          return (
            <>
              <MonthHead known={known} state={state} requested={month} last={last} timeZone={timeZone} />
              <FigureCards month={month} totals={totals} before={before} state={state} measure={query.measure} />
              <MonthChart months={months} selected={known.month} measure={query.measure} />
              {isEmpty ? (
                <EmptyState icon={ChartIcon} title={text.emptyTitle(formatMonth(known.month))}>
                  {state === 'closed' ? text.emptyClosedHelp : text.emptyHelp}
                </EmptyState>
              ) : (
                <>
                  <MonthTitles month={known.month} />
                  <MonthMembers month={known.month} timeZone={timeZone} query={query} />
                </>
              )}
            </>
          )
        }}
      </ResourceContent>
    </div>
  )
}

interface MonthHeadProps {
  known: UsageMonth
  state: MonthState
  requested: string
  last: string
  timeZone: string
}

/** Shows the loaded month; its steps start at the requested one, so that two quick presses move two months. */
function MonthHead({ known, state, requested, last, timeZone }: MonthHeadProps) {
  const { month, totals } = known
  const currentEnvironment = environment.value
  const { measure } = readUsageQuery()
  return (
    <div class="stack gap-2">
      <div class="usage-month__line row">
        <h2 class="title-md capitalized" aria-live="polite">
          {formatMonth(month)}
        </h2>
        <nav class="line" aria-label={text.month}>
          <a
            class="usage-month__step centered"
            href={usagePath(monthAfter(requested, -1), { measure })}
            aria-label={text.previousMonth}
            title={text.previousMonth}
          >
            <BackIcon />
          </a>
          {requested < last ? (
            <a
              class="usage-month__step centered"
              href={usagePath(monthAfter(requested, 1), { measure })}
              aria-label={text.nextMonth}
              title={text.nextMonth}
            >
              <ForwardIcon />
            </a>
          ) : (
            <span class="usage-month__step centered" data-none="" aria-hidden="true">
              <ForwardIcon />
            </span>
          )}
        </nav>
        {totals.activeUsers > 0 && <Files month={month} />}
      </div>
      <p class="usage__note note">
        <Badge tone={currentEnvironment === 'sandbox' ? 'notice' : 'neutral'}>
          {text.environment[currentEnvironment]}
        </Badge>{' '}
        {state !== 'future' && <Badge tone={tones[state]}>{text[state]}</Badge>}{' '}
        {formatMonthState(known, state, timeZone)} {text.zone(timeZone)}.
      </p>
    </div>
  )
}

const tones = { open: 'good', closing: 'notice', closed: 'neutral' } as const

function formatMonthState(month: UsageMonth, state: MonthState, timeZone: string): string {
  if (state === 'future') return text.futureHelp
  const closesAt = createDateFormat({ dateStyle: 'long', timeStyle: 'short', timeZone })
  return text[`${state}Help`](closesAt(Date.parse(month.closesAt)))
}

/** Plain downloads: the files may be long. */
function Files({ month }: { month: string }) {
  return (
    <fieldset class="usage-files">
      <legend class="usage-files__name note line">
        <DownloadIcon />
        {text.download}
      </legend>
      {(['members', 'titles'] as const).map((file) => (
        <a
          key={file}
          class="usage-files__file label centered"
          href={fileAddress(environment.value, month, file)}
          title={text.files[file].detail}
          download
        >
          {text.files[file].name}
        </a>
      ))}
    </fieldset>
  )
}
