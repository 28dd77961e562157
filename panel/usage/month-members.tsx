import type { UsageMember } from '@estante/contract/panel/usage.ts'
import { toShownText } from '@estante/contract/shown-text.ts'
import { type Column, Table } from '@estante/design/table/table.tsx'
import { useResource } from '../admin-session/use-resource.ts'
import { formatNumber } from '../format-number.ts'
import { SearchBox } from '../lists/filter-bar.tsx'
import { List } from '../lists/list.tsx'
import { Pager } from '../lists/pager.tsx'
import { environment, refine } from '../router.ts'
import { formatDuration } from '../time/format-duration.ts'
import { When } from '../time/when.tsx'
import { Figure } from './figure.tsx'
import { words } from './text.ts'
import { askMembers, memberMonthPath, type UsageQuery, usagePath } from './usage.ts'

/** The lines of the report, each a way down to its minutes. */
export function MonthMembers({ month, asked }: { month: string; asked: UsageQuery }) {
  const shown = environment.value
  const { search, cursor } = asked
  const wanted = useResource(`${shown} ${month} ${search} ${cursor}`, () => askMembers(shown, month, asked))
  const pathTo = (to: string | null) => (to === null ? undefined : usagePath(shown, month, { ...asked, cursor: to }))
  const pagerOf = ({ previousCursor, nextCursor }: Awaited<ReturnType<typeof askMembers>>) => (
    <Pager label={words.memberPages} previous={pathTo(previousCursor)} next={pathTo(nextCursor)} />
  )
  return (
    <section class="usage__part">
      <h2 class="usage__heading">{words.members}</h2>
      <p class="usage__note">{words.membersHelp}</p>
      <SearchBox
        text={words.search}
        value={search}
        onSearch={(search) => refine(usagePath(shown, month, { ...asked, search, cursor: undefined }), ['busca'])}
      />
      <List
        wanted={wanted}
        cardHeight="8rem"
        empty={(page) => (
          <>
            <p class="usage__nothing" role="status">
              {words.nobodyFound(search)}
            </p>
            {pagerOf(page)}
          </>
        )}
      >
        {(page) => (
          <>
            <Table
              label={words.members}
              columns={columnsOf(month)}
              rows={page.items}
              keyOf={({ externalUserId }) => externalUserId}
            />
            {pagerOf(page)}
          </>
        )}
      </List>
    </section>
  )
}

function columnsOf(month: string): readonly Column<UsageMember>[] {
  return [
    {
      name: words.memberColumns.member,
      cell: ({ memberId, externalUserId, name }) =>
        memberId === null ? (
          <span class="usage-name">
            <span class="usage-name__first">{toShownText(externalUserId)}</span>
            <span class="usage-name__second">{words.erased}</span>
          </span>
        ) : (
          <a class="usage-name" href={memberMonthPath(environment.value, month, memberId)}>
            <span class="usage-name__first">{toShownText(externalUserId)}</span>
            {name && <span class="usage-name__second">{name}</span>}
          </a>
        ),
    },
    {
      name: words.memberColumns.listening,
      cell: ({ listeningSeconds }) => <Figure said={formatDuration(listeningSeconds)} />,
    },
    {
      name: words.memberColumns.started,
      cell: ({ titlesStarted }) => <Figure said={formatNumber(titlesStarted)} />,
    },
    {
      name: words.memberColumns.chapters,
      cell: ({ readingChapters }) => <Figure said={formatNumber(readingChapters)} />,
    },
    {
      name: words.memberColumns.lastActivity,
      cell: ({ lastActivityAt }) => (
        <span class="usage__figure">{lastActivityAt ? <When at={lastActivityAt} /> : words.notTold}</span>
      ),
    },
  ]
}
