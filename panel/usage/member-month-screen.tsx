import type { UsageDay, UsageMemberMonth, UsageMemberTitle } from '@estante/contract/panel/usage.ts'
import { toVisibleText } from '@estante/contract/visible-text.ts'
import { Breadcrumbs } from '@estante/design/breadcrumbs/breadcrumbs.tsx'
import { ButtonLink } from '@estante/design/button/button.tsx'
import { type Column, Table } from '@estante/design/table/table.tsx'
import { useState } from 'preact/hooks'
import { useResource } from '../admin-session/use-resource.ts'
import { formatNumber } from '../format-number.ts'
import { environment, sectionPath } from '../router.ts'
import { ItemSkeleton } from '../shell/item-skeleton.tsx'
import { MissingState } from '../shell/missing-state.tsx'
import { NameCell } from '../shell/name-cell.tsx'
import { ResourceContent } from '../shell/resource-content.tsx'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { formatDate, formatDuration, formatMonth, formatSeconds } from '../time/format-time.ts'
import { DayMinutes } from './day-minutes.tsx'
import { Figure } from './figure.tsx'
import { ReportMoment } from './report-moment.tsx'
import { text } from './text.ts'
import { fetchMemberMonth, formatFigure, usagePath } from './usage.ts'
import './member-month-screen.css'

/** The detail of a line of the report: titles, days, and the minutes of each. */
export function MemberMonthScreen({ month, memberId }: { month: string; memberId: string }) {
  const currentEnvironment = environment.value
  const resource = useResource(`${currentEnvironment} ${month} ${memberId}`, () =>
    fetchMemberMonth(currentEnvironment, month, memberId),
  )
  const known = resource.data.value
  if (known === null)
    return (
      <MissingState title={text.memberGoneTitle} help={text.memberGoneHelp} href={usagePath()} link={text.seeUsage} />
    )
  const name = known && toVisibleText(known.member.externalUserId ?? memberId)
  return (
    <>
      <Breadcrumbs
        label={text.breadcrumbs}
        steps={[
          { href: usagePath(), name: text.title },
          { href: usagePath(month), name: formatMonth(month) },
        ]}
        here={name}
      />
      {known && name && (
        <ScreenHeader
          title={name}
          isIdentifier
          subject={`${name} · ${formatMonth(month)}`}
          help={[known.member.name, formatMonth(month), text.environment[currentEnvironment]]
            .filter(Boolean)
            .join(' · ')}
          action={
            <ButtonLink variant="soft" href={sectionPath('members', { pathParts: [memberId] })}>
              {text.seeMember}
            </ButtonLink>
          }
        />
      )}
      <ResourceContent resource={resource} skeleton={<ItemSkeleton />} level={1}>
        {(loaded) => loaded && <Parts known={loaded} />}
      </ResourceContent>
    </>
  )
}

function Parts({ known }: { known: UsageMemberMonth }) {
  const { titles, days, timeZone } = known
  return (
    <div class="stack gap-4">
      <Line known={known} />
      {titles === null && <p class="nothing">{text.titlesWithheld}</p>}
      {titles !== null && titles.length > 0 && (
        <section class="usage__part stack">
          <h2>{text.byTitle}</h2>
          <Table
            label={text.byTitle}
            columns={[...TITLE_COLUMNS, startedColumn(timeZone)]}
            rows={titles}
            keyOf={({ id }) => id}
          />
        </section>
      )}
      {days.length > 0 && (
        <section class="usage__part stack">
          <h2>{text.days}</h2>
          {titles !== null && <p class="usage__note note">{text.daysHelp}</p>}
          <Days known={known} />
        </section>
      )}
    </div>
  )
}

function Line({
  known: { line, listeningMs, readingMs, isDetailRemoved, titles, timeZone },
}: {
  known: UsageMemberMonth
}) {
  if (!line) return <p class="nothing">{text.noLine}</p>
  const reported = line.listeningSeconds
  return (
    <>
      <section class="figures" aria-label={text.line}>
        {(['listeningSeconds', 'titlesStarted', 'readingChapters'] as const).map((measure) => (
          <div key={measure} class="figure card">
            <span class="note">{text.measures[measure]}</span>
            <span class="figure__value bold tabular nowrap">{formatFigure(measure, line[measure])}</span>
          </div>
        ))}
        <div class="figure card">
          <span class="note">{text.memberColumns.lastActivity}</span>
          <span class="figure__moment">
            {line.lastActivityAt ? <ReportMoment at={line.lastActivityAt} timeZone={timeZone} /> : text.unknown}
          </span>
        </div>
      </section>
      <p class="usage__note note">
        {isDetailRemoved && text.detailRemoved}
        {listeningMs > 0 &&
          titles !== null &&
          (listeningMs === reported * 1000
            ? text.sumExact(formatSeconds(listeningMs))
            : text.sum(formatSeconds(listeningMs), `${formatNumber(reported)} s`))}
        {readingMs > 0 && ` ${text.reading(formatDuration(readingMs / 1000))}`}
      </p>
    </>
  )
}

const TITLE_COLUMNS: readonly Column<UsageMemberTitle>[] = [
  {
    name: text.byTitleColumns.title,
    cell: ({ title, author, type }) => <NameCell name={title} more={`${author} · ${text.kinds[type]}`} />,
  },
  {
    name: text.byTitleColumns.listening,
    isFigure: true,
    cell: ({ type, listeningMs }) => <TimeFigure ms={type === 'audiobook' ? listeningMs : undefined} />,
  },
  {
    name: text.byTitleColumns.reading,
    isFigure: true,
    cell: ({ type, readingMs }) => <TimeFigure ms={type === 'ebook' ? readingMs : undefined} />,
  },
  {
    name: text.byTitleColumns.chapters,
    isFigure: true,
    cell: ({ type, readingChapters }) => (
      <Figure value={type === 'ebook' ? formatNumber(readingChapters) : undefined} />
    ),
  },
  {
    name: text.byTitleColumns.content,
    isFigure: true,
    cell: ({ type, contentMs }) => (
      <Figure value={type === 'audiobook' ? formatDuration(contentMs / 1000) : undefined} />
    ),
  },
]

function startedColumn(timeZone: string): Column<UsageMemberTitle> {
  return {
    name: text.byTitleColumns.started,
    cell: ({ startedAt }) => (
      <span class="usage__figure tabular">
        {startedAt ? (
          <ReportMoment at={startedAt} timeZone={timeZone} />
        ) : (
          <span class="soft">{text.startedBefore}</span>
        )}
      </span>
    ),
  }
}

function TimeFigure({ ms }: { ms: number | undefined }) {
  return ms === undefined ? (
    <Figure value={undefined} />
  ) : (
    <Figure value={formatDuration(ms / 1000)} exact={formatSeconds(ms)} />
  )
}

function Days({ known }: { known: UsageMemberMonth }) {
  const most = Math.max(...known.days.map(spentOn))
  return (
    <ul class="card lined">
      {known.days.map((day) => (
        <Day key={day.day} known={known} day={day} part={most === 0 ? 0 : spentOn(day) / most} />
      ))}
    </ul>
  )
}

function spentOn({ listeningMs, readingMs }: UsageDay): number {
  return listeningMs + readingMs
}

function Day({ known, day, part }: { known: UsageMemberMonth; day: UsageDay; part: number }) {
  const [isOpen, setOpen] = useState(false)
  const facts = [
    day.listeningMs > 0 && text.listened(formatDuration(day.listeningMs / 1000)),
    day.readingMs > 0 && text.read(formatDuration(day.readingMs / 1000)),
    day.readingChapters > 0 && text.chapters(day.readingChapters),
  ]
  const line = (
    <>
      <span class="usage-day__name label">{formatDate(day.day)}</span>
      <span class="usage-day__track" aria-hidden="true">
        <span class="usage-day__bar" style={{ '--part': String(part) }} />
      </span>
      <span class="usage-day__figures note tabular">{facts.filter(Boolean).join(' · ')}</span>
    </>
  )
  return (
    <li class="usage-day">
      {known.titles === null ? (
        <div class="usage-day__line stack" data-closed="">
          {line}
        </div>
      ) : (
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary class="usage-day__line stack">{line}</summary>
          {isOpen && <DayMinutes known={known} day={day.day} />}
        </details>
      )}
    </li>
  )
}
