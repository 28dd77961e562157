import { useLastAnswered } from '@estante/client/pages.ts'
import { SearchBox } from '@estante/client/search-box.tsx'
import type { MemberFilter, MemberQuery, PanelMember } from '@estante/contract/panel/members.ts'
import { toVisibleText } from '@estante/contract/visible-text.ts'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { BanIcon, type Icon, LinkIcon, ReadersIcon, SearchIcon } from '@estante/design/icons/icons.tsx'
import { Segmented } from '@estante/design/segmented/segmented.tsx'
import { type Column, Table } from '@estante/design/table/table.tsx'
import { useResource } from '../admin-session/use-resource.ts'
import { FilterBar } from '../lists/filter-bar.tsx'
import { List } from '../lists/list.tsx'
import { Pager } from '../lists/pager.tsx'
import { environment, parameter, pathParts, refine, sectionPath } from '../router.ts'
import { NameCell } from '../shell/name-cell.tsx'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { RelativeTime } from '../time/relative-time.tsx'
import { AccessBadge } from './access-badge.tsx'
import { MemberScreen } from './member-screen.tsx'
import { fetchMemberCount, fetchMembers, memberListPath, readMemberQuery } from './members.ts'
import { text } from './text.ts'
import './members-screen.css'

/** Each filter, in the order shown, with the icon of its empty list. */
const FILTER_ICONS: Record<MemberFilter, Icon> = { all: ReadersIcon, blocked: BanIcon, unlinked: LinkIcon }

/** The members of the environment, or one, by the address. */
export function MembersScreen() {
  const [id] = pathParts.value
  // Remounted for another environment.
  return id === undefined ? (
    <MemberList key={environment.value} />
  ) : (
    <MemberScreen key={`${environment.value} ${id}`} id={id} />
  )
}

function MemberList() {
  const currentEnvironment = environment.value
  const query = readMemberQuery()
  const cursor = parameter('pagina')
  const wanted = useResource(memberListPath(query, cursor), () => fetchMembers(currentEnvironment, query, cursor))
  const counted = useLastAnswered(useResource(memberListPath(query), () => fetchMemberCount(currentEnvironment, query)))
  const total = counted.data.value
  return (
    <>
      <ScreenHeader title={text.title} help={text.help} />
      <div class="list-screen members stack">
        <Filters query={query} />
        <List
          wanted={wanted}
          cardHeight="8rem"
          empty={<NoMembers query={query} />}
          below={(page) => <Pager label={text.pages} page={page} pathTo={(other) => memberListPath(query, other)} />}
        >
          {(page, isStale) => (
            <>
              <p class="note unless-empty" role="status">
                {!isStale && total && text.found(total.count, total.isMore)}
              </p>
              <Table label={text.tableLabel} columns={COLUMNS} rows={page.items} keyOf={(member) => member.id} />
            </>
          )}
        </List>
      </div>
    </>
  )
}

function Filters({ query }: { query: Required<MemberQuery> }) {
  const show = (change: MemberQuery) => refine(memberListPath({ ...query, ...change }), ['busca'])
  return (
    <FilterBar
      search={<SearchBox text={text.search} value={query.search} onSearch={(search) => show({ search })} />}
      beside={
        <Segmented
          label={text.filter}
          options={(Object.keys(FILTER_ICONS) as MemberFilter[]).map((value) => ({
            value,
            label: text.filters[value],
          }))}
          value={query.filter}
          onChange={(filter) => show({ filter })}
        />
      }
    />
  )
}

const COLUMNS: readonly Column<PanelMember>[] = [
  {
    name: text.columns.member,
    cell: (member) => (
      <NameCell
        name={member.externalUserId === null ? text.noIdentifier : toVisibleText(member.externalUserId)}
        more={[member.name, member.email].filter(Boolean).join(' · ')}
        href={sectionPath('members', { pathParts: [member.id] })}
        isPlaceholder={member.externalUserId === null}
      />
    ),
  },
  { name: text.columns.status, cell: (member) => <AccessBadge member={member} /> },
  {
    name: text.columns.lastActivity,
    cell: ({ lastActivityAt }) => (
      <span class="breakable">
        {lastActivityAt ? <RelativeTime at={lastActivityAt} /> : <span class="soft">{text.neverActive}</span>}
      </span>
    ),
  },
]

function NoMembers({ query: { filter, search } }: { query: Required<MemberQuery> }) {
  if (search !== '') {
    return (
      <EmptyState icon={SearchIcon} title={text.nobodyFoundTitle(search)}>
        {text.nobodyFoundHelp}
      </EmptyState>
    )
  }
  const { title, help } = text.none[filter]
  return (
    <EmptyState icon={FILTER_ICONS[filter]} title={title}>
      {help}
    </EmptyState>
  )
}
