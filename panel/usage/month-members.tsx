import { SearchBox } from '@estante/client/search-box.tsx'
import type { UsageMember } from '@estante/contract/panel/usage.ts'
import { toVisibleText } from '@estante/contract/visible-text.ts'
import { type Column, Table } from '@estante/design/table/table.tsx'
import { useResource } from '../admin-session/use-resource.ts'
import { List } from '../lists/list.tsx'
import { Pager } from '../lists/pager.tsx'
import { environment, refine } from '../router.ts'
import { NameCell } from '../shell/name-cell.tsx'
import { ReportMoment } from './report-moment.tsx'
import { text } from './text.ts'
import { fetchMonthMembers, memberMonthPath, type UsageQuery, usagePath } from './usage.ts'
import { usageColumns } from './usage-columns.ts'

/** The lines of the report, each with a link to its detail. */
export function MonthMembers({ month, timeZone, query }: { month: string; timeZone: string; query: UsageQuery }) {
  const currentEnvironment = environment.value
  const { search, cursor } = query
  const wanted = useResource(`${currentEnvironment} ${month} ${search} ${cursor}`, () =>
    fetchMonthMembers(currentEnvironment, month, query),
  )
  return (
    <section class="usage__part stack">
      <h2>{text.members}</h2>
      <p class="usage__note note">{text.membersHelp}</p>
      <SearchBox
        text={text.search}
        value={search}
        onSearch={(search) => refine(usagePath(month, { ...query, search, cursor: undefined }), ['busca'])}
      />
      <List
        wanted={wanted}
        cardHeight="8rem"
        empty={
          <p class="nothing" role="status">
            {text.nobodyFound(search)}
          </p>
        }
        below={(page) => (
          <Pager label={text.memberPages} page={page} pathTo={(cursor) => usagePath(month, { ...query, cursor })} />
        )}
      >
        {({ items }) => (
          <Table
            label={text.members}
            columns={columnsOf(month, timeZone)}
            rows={items}
            keyOf={({ externalUserId }) => externalUserId}
          />
        )}
      </List>
    </section>
  )
}

function columnsOf(month: string, timeZone: string): readonly Column<UsageMember>[] {
  return [
    {
      name: text.memberColumns.member,
      cell: ({ memberId, externalUserId, name }) =>
        memberId === null ? (
          <NameCell name={toVisibleText(externalUserId)} more={text.erased} />
        ) : (
          <NameCell name={toVisibleText(externalUserId)} more={name} href={memberMonthPath(month, memberId)} />
        ),
    },
    ...usageColumns<UsageMember>(text.memberColumns),
    {
      name: text.memberColumns.lastActivity,
      cell: ({ lastActivityAt }) => (
        <span class="usage__figure tabular">
          {lastActivityAt ? <ReportMoment at={lastActivityAt} timeZone={timeZone} /> : text.unknown}
        </span>
      ),
    },
  ]
}
