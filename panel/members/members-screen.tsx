import { useShown } from '@estante/client/pages.ts'
import type { MemberFilter, PanelMember } from '@estante/contract/panel/members.ts'
import { toShownText } from '@estante/contract/shown-text.ts'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { SearchField } from '@estante/design/field/search-field.tsx'
import { BanIcon, LinkIcon, ReadersIcon, SearchIcon } from '@estante/design/icons/icons.tsx'
import { Segmented } from '@estante/design/segmented/segmented.tsx'
import { type Column, Table } from '@estante/design/table/table.tsx'
import { TableSkeleton } from '@estante/design/table/table-skeleton.tsx'
import { useResource } from '../admin-session/use-resource.ts'
import { Pager } from '../paging/pager.tsx'
import { environment, refine, segments } from '../router.ts'
import { useDebouncedSearch } from '../search/use-debounced-search.ts'
import { Loaded } from '../shell/loaded.tsx'
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
  const resource = useShown(wanted)
  const isStale = resource !== wanted
  const counted = useShown(
    useResource(memberListPath(shown, { ...asked, cursor: undefined }), () => askMemberCount(shown, asked)),
  )
  const total = counted.data.value
  return (
    <>
      <ScreenHeader title={words.title} help={words.help} />
      <div class="members">
        <Filters asked={asked} />
        <Loaded resource={resource} skeleton={<TableSkeleton cardHeight="8rem" />}>
          {({ items, previousCursor, nextCursor }) => (
            <div class="members__page" aria-busy={isStale ? 'true' : undefined}>
              <p class="members__total" role="status">
                {!isStale && total && items.length > 0 && words.found(total.count, total.isMore)}
              </p>
              {items.length === 0 ? (
                <Nobody asked={asked} />
              ) : (
                <Table label={words.tableLabel} columns={COLUMNS} rows={items} keyOf={(member) => member.id} />
              )}
              <Pager label={words.pages} previous={pathTo(previousCursor)} next={pathTo(nextCursor)} />
            </div>
          )}
        </Loaded>
      </div>
    </>
  )

  function pathTo(cursor: string | null): string | undefined {
    return cursor === null ? undefined : memberListPath(shown, { ...asked, cursor })
  }
}

function Filters({ asked }: { asked: MemberQuery }) {
  const [typed, setTyped] = useDebouncedSearch(asked.search, (search) => show({ search }))
  const show = (change: Partial<MemberQuery>) =>
    refine(memberListPath(environment.value, { ...asked, cursor: undefined, ...change }), ['busca'])
  return (
    <div class="members__filters">
      <SearchField
        label={words.search}
        placeholder={words.searchPlaceholder}
        clearLabel={words.clearSearch}
        value={typed}
        onInput={setTyped}
      />
      <Segmented
        label={words.filter}
        options={FILTERS.map((value) => ({ value, label: words.filters[value] }))}
        value={asked.filter}
        onChange={(filter) => show({ filter })}
      />
    </div>
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
