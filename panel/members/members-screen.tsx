import { useShown } from '@estante/client/pages.ts'
import type { MemberFilter, MemberPage, PanelMember } from '@estante/contract/panel/members.ts'
import { toShownText } from '@estante/contract/shown-text.ts'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { BanIcon, LinkIcon, ReadersIcon, SearchIcon } from '@estante/design/icons/icons.tsx'
import { Segmented } from '@estante/design/segmented/segmented.tsx'
import { type Column, Table } from '@estante/design/table/table.tsx'
import { useResource } from '../admin-session/use-resource.ts'
import { FilterBar } from '../lists/filter-bar.tsx'
import { List } from '../lists/list.tsx'
import { Pager } from '../lists/pager.tsx'
import { environment, refine, segments } from '../router.ts'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { When } from '../time/when.tsx'
import { Access } from './access.tsx'
import { MemberScreen } from './member-screen.tsx'
import { askMemberCount, askMembers, type MemberQuery, memberListPath, memberPath, readMemberQuery } from './members.ts'
import { words } from './text.ts'
import './members-screen.css'

const FILTERS: readonly MemberFilter[] = ['all', 'blocked', 'unlinked']

/** The members of the environment, or the one of the address. */
export function MembersScreen() {
  const [id] = segments.value
  // What is of one environment is never seen in the other.
  return id === undefined ? (
    <MemberList key={environment.value} />
  ) : (
    <MemberScreen key={`${environment.value} ${id}`} id={id} />
  )
}

function MemberList() {
  const shown = environment.value
  const asked = readMemberQuery()
  const path = memberListPath(shown, asked)
  const wanted = useResource(path, () => askMembers(shown, asked))
  const counted = useShown(
    useResource(memberListPath(shown, { ...asked, cursor: undefined }), () => askMemberCount(shown, asked)),
  )
  const total = counted.data.value
  return (
    <>
      <ScreenHeader title={words.title} help={words.help} />
      <div class="list-screen members">
        <Filters asked={asked} />
        <List
          wanted={wanted}
          cardHeight="8rem"
          empty={(page) => (
            <>
              <Nobody asked={asked} />
              {pagerOf(page)}
            </>
          )}
        >
          {(page, isStale) => (
            <>
              <p class="members__total" role="status">
                {!isStale && total && words.found(total.count, total.isMore)}
              </p>
              <Table label={words.tableLabel} columns={COLUMNS} rows={page.items} keyOf={(member) => member.id} />
              {pagerOf(page)}
            </>
          )}
        </List>
      </div>
    </>
  )

  function pagerOf({ previousCursor, nextCursor }: MemberPage) {
    return <Pager label={words.pages} previous={pathTo(previousCursor)} next={pathTo(nextCursor)} />
  }

  function pathTo(cursor: string | null): string | undefined {
    return cursor === null ? undefined : memberListPath(shown, { ...asked, cursor })
  }
}

function Filters({ asked }: { asked: MemberQuery }) {
  const show = (change: Partial<MemberQuery>) =>
    refine(memberListPath(environment.value, { ...asked, cursor: undefined, ...change }), ['busca'])
  return (
    <FilterBar
      search={{ text: words.search, value: asked.search, onSearch: (search) => show({ search }) }}
      beside={
        <Segmented
          label={words.filter}
          options={FILTERS.map((value) => ({ value, label: words.filters[value] }))}
          value={asked.filter}
          onChange={(filter) => show({ filter })}
        />
      }
    />
  )
}

const COLUMNS: readonly Column<PanelMember>[] = [
  {
    name: words.columns.member,
    cell: (member) => (
      <a class="member-name" href={memberPath(environment.value, member.id)}>
        <span class="member-name__identifier" data-none={member.externalUserId === null ? '' : undefined}>
          {member.externalUserId === null ? words.noIdentifier : toShownText(member.externalUserId)}
        </span>
        <span class="member-name__name">{[member.name, member.email].filter(Boolean).join(' · ')}</span>
      </a>
    ),
  },
  { name: words.columns.status, cell: (member) => <Access member={member} /> },
  {
    name: words.columns.lastActivity,
    cell: ({ lastActivityAt }) => (
      <span class="members__fact">
        {lastActivityAt ? <When at={lastActivityAt} /> : <span class="members__none">{words.neverActive}</span>}
      </span>
    ),
  },
]

function Nobody({ asked: { filter, search } }: { asked: MemberQuery }) {
  if (search !== '') {
    return (
      <EmptyState icon={SearchIcon} title={words.nobodyFoundTitle(search)}>
        {words.nobodyFoundHelp}
      </EmptyState>
    )
  }
  if (filter === 'blocked') {
    return (
      <EmptyState icon={BanIcon} title={words.noneBlockedTitle}>
        {words.noneBlockedHelp}
      </EmptyState>
    )
  }
  if (filter === 'unlinked') {
    return (
      <EmptyState icon={LinkIcon} title={words.noneUnlinkedTitle}>
        {words.noneUnlinkedHelp}
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={ReadersIcon} title={words.emptyTitle}>
      {words.emptyHelp}
    </EmptyState>
  )
}
