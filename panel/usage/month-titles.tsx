import { createPages } from '@estante/client/pages.ts'
import type { UsageTitle } from '@estante/contract/panel/usage.ts'
import { type Column, Table } from '@estante/design/table/table.tsx'
import { useScreenResource } from '../admin-session/use-resource.ts'
import { formatNumber } from '../format-number.ts'
import { PagedList } from '../lists/list.tsx'
import { environment } from '../router.ts'
import { NameCell } from '../shell/name-cell.tsx'
import { formatDuration } from '../time/format-time.ts'
import { Figure } from './figure.tsx'
import { text } from './text.ts'
import { fetchMonthTitles } from './usage.ts'

/** Each title's share of the month. */
export function MonthTitles({ month }: { month: string }) {
  const currentEnvironment = environment.value
  const pages = useScreenResource(
    () => createPages((cursor) => fetchMonthTitles(currentEnvironment, month, cursor)),
    `${currentEnvironment} ${month}`,
  )
  return (
    <section class="usage__part stack">
      <h2>{text.titles}</h2>
      <p class="usage__note note">{text.titlesHelp}</p>
      <PagedList wanted={pages} cardHeight="8rem" empty={null}>
        {(items) => <Table label={text.titles} columns={COLUMNS} rows={items} keyOf={({ id }) => id} />}
      </PagedList>
    </section>
  )
}

const COLUMNS: readonly Column<UsageTitle>[] = [
  {
    name: text.titleColumns.title,
    cell: ({ title, author, type }) => (
      <NameCell name={title} more={[author, text.kinds[type]].filter(Boolean).join(' · ')} />
    ),
  },
  {
    name: text.titleColumns.listening,
    isFigure: true,
    cell: ({ type, listeningSeconds }) => (
      <Figure value={type === 'ebook' ? undefined : formatDuration(listeningSeconds)} />
    ),
  },
  {
    name: text.titleColumns.started,
    isFigure: true,
    cell: ({ titlesStarted }) => <Figure value={formatNumber(titlesStarted)} />,
  },
  {
    name: text.titleColumns.chapters,
    isFigure: true,
    cell: ({ type, readingChapters }) => (
      <Figure value={type === 'audiobook' ? undefined : formatNumber(readingChapters)} />
    ),
  },
]
