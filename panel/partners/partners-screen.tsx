import { useShown } from '@estante/client/pages.ts'
import type { PartnerState, PartnerSummary } from '@estante/contract/panel/partners.ts'
import { Badge } from '@estante/design/badge/badge.tsx'
import { Button } from '@estante/design/button/button.tsx'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { SearchField } from '@estante/design/field/search-field.tsx'
import { BuildingIcon, PlusIcon, SearchIcon } from '@estante/design/icons/icons.tsx'
import { Segmented } from '@estante/design/segmented/segmented.tsx'
import { type Column, Table } from '@estante/design/table/table.tsx'
import { TableSkeleton } from '@estante/design/table/table-skeleton.tsx'
import { useState } from 'preact/hooks'
import { useFresh } from '../admin-session/use-resource.ts'
import { Week } from '../integrations/week.tsx'
import { LoadMore } from '../paging/load-more.tsx'
import { environment, parameter, placePath, refine } from '../router.ts'
import { useDebouncedSearch } from '../search/use-debounced-search.ts'
import { Loaded } from '../shell/loaded.tsx'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { When } from '../time/when.tsx'
import { CreatePartnerDialog } from './create-partner-dialog.tsx'
import { type PartnerFilters, partnersOf } from './partners.ts'
import { words } from './text.ts'
import './partners-screen.css'
import { formatNumber } from '../format-number.ts'

const STATES = ['active', 'suspended'] as const satisfies PartnerState[]

/** Every partner, found by name and by whether it has access. */
export function PartnersScreen() {
  const filters = readFilters()
  const wanted = useFresh(partnersOf(filters))
  const partners = useShown(wanted)
  const [isCreating, setCreating] = useState(false)
  const isFiltered = Object.keys(filters).length > 0
  const hasNone = !isFiltered && partners.data.value?.items.length === 0
  const create = (
    <Button icon={PlusIcon} onClick={() => setCreating(true)}>
      {words.create}
    </Button>
  )
  return (
    <>
      <ScreenHeader title={words.title} help={words.help} action={!hasNone && create} />
      <div class="partners">
        {!hasNone && <Filters filters={filters} />}
        <div class="partners__found" aria-busy={partners !== wanted}>
          <Loaded resource={partners} skeleton={<TableSkeleton cardHeight="11rem" />}>
            {({ items, nextCursor }) =>
              items.length > 0 ? (
                <>
                  <p class="visually-hidden" role="status">
                    {words.found(items.length, nextCursor !== null)}
                  </p>
                  <Table label={words.label} columns={columns} rows={items} keyOf={({ slug }) => slug} />
                  <LoadMore pages={partners} />
                </>
              ) : hasNone ? (
                <EmptyState icon={BuildingIcon} title={words.emptyTitle} action={create}>
                  {words.emptyHelp}
                </EmptyState>
              ) : (
                <EmptyState
                  icon={SearchIcon}
                  title={words.noneTitle}
                  action={
                    <Button variant="soft" onClick={() => show({})}>
                      {words.clear}
                    </Button>
                  }
                >
                  {words.noneHelp}
                </EmptyState>
              )
            }
          </Loaded>
        </div>
      </div>
      {isCreating && <CreatePartnerDialog onClose={() => setCreating(false)} />}
    </>
  )
}

const columns: Column<PartnerSummary>[] = [
  {
    name: words.columns.partner,
    cell: ({ name, slug, suspendedAt }) => (
      <div class="partner">
        <span class="partner__line">
          <a class="partner__name" href={placePath('partners', environment.value, { segments: [slug] })}>
            {name}
          </a>
          {suspendedAt && <Badge tone="danger">{words.suspended}</Badge>}
        </span>
        <span class="partner__slug">{slug}</span>
      </div>
    ),
  },
  { name: words.columns.week, cell: ({ callsByDay }) => <Week callsByDay={callsByDay} /> },
  {
    name: words.columns.members,
    cell: ({ activeUsers }) => <span class="partner__figure">{formatNumber(activeUsers)}</span>,
  },
  {
    name: words.columns.credentials,
    cell: ({ activeCredentials }) => <span class="partner__figure">{formatNumber(activeCredentials)}</span>,
  },
  {
    name: words.columns.created,
    cell: ({ createdAt }) => (
      <span class="partner__since">
        <When at={createdAt} />
      </span>
    ),
  },
]

function Filters({ filters }: { filters: PartnerFilters }) {
  const [typed, setTyped] = useDebouncedSearch(filters.search ?? '', (search) => show({ ...filters, search }))
  return (
    <div class="partners__filters">
      <SearchField
        label={words.search.label}
        placeholder={words.search.placeholder}
        clearLabel={words.search.clear}
        value={typed}
        onInput={setTyped}
      />
      <Segmented
        label={words.states.label}
        options={[
          { value: 'all', label: words.states.all },
          ...STATES.map((one) => ({ value: one, label: words.states[one] })),
        ]}
        value={filters.state ?? 'all'}
        onChange={(state) => show({ ...filters, state: state === 'all' ? undefined : state })}
      />
    </div>
  )
}

/** What is asked for is in the address, so that a link carries it. */
function readFilters(): PartnerFilters {
  const search = parameter('busca')
  const state = STATES.find((one) => one === parameter('situacao'))
  return { ...(search && { search }), ...(state && { state }) }
}

function show({ search, state }: { search?: string | undefined; state?: PartnerState | undefined }) {
  refine(placePath('partners', environment.value, { query: { busca: search, situacao: state } }), ['busca'])
}
