import { useLastAnswered } from '@estante/client/pages.ts'
import { SearchBox } from '@estante/client/search-box.tsx'
import type { PartnerState, PartnerSummary } from '@estante/contract/panel/partners.ts'
import { Badge } from '@estante/design/badge/badge.tsx'
import { Button } from '@estante/design/button/button.tsx'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { BuildingIcon, PlusIcon } from '@estante/design/icons/icons.tsx'
import { type Column, Table } from '@estante/design/table/table.tsx'
import { useState } from 'preact/hooks'
import { useFresh } from '../admin-session/use-resource.ts'
import { formatNumber } from '../format-number.ts'
import { CallsChart } from '../integrations/calls-chart.tsx'
import { Choice, FilterBar } from '../lists/filter-bar.tsx'
import { EmptyList, PagedList } from '../lists/list.tsx'
import { parameter, refine, sectionPath } from '../router.ts'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { RelativeTime } from '../time/relative-time.tsx'
import { CreatePartnerDialog } from './create-partner-dialog.tsx'
import { type PartnerFilters, partnersOf } from './partners.ts'
import { text } from './text.ts'
import './partners-screen.css'

const STATES = ['active', 'suspended'] as const satisfies PartnerState[]

/** The list of partners, filtered by name and suspension. */
export function PartnersScreen() {
  const filters = readFilters()
  const wanted = useFresh(partnersOf(filters))
  const [isCreating, setCreating] = useState(false)
  const isFiltered = Object.keys(filters).length > 0
  const hasNone = useLastAnswered(wanted).data.value?.items.length === 0 && !isFiltered
  const create = (
    <Button icon={PlusIcon} onClick={() => setCreating(true)}>
      {text.create}
    </Button>
  )
  return (
    <>
      <ScreenHeader title={text.title} help={text.help} action={!hasNone && create} />
      <div class="list-screen stack">
        {!hasNone && <Filters filters={filters} />}
        <PagedList
          wanted={wanted}
          cardHeight="11rem"
          found={text.found}
          empty={
            hasNone ? (
              <EmptyState icon={BuildingIcon} title={text.emptyTitle} action={create}>
                {text.emptyHelp}
              </EmptyState>
            ) : (
              <EmptyList title={text.noneTitle} clear={text.clear} onClear={() => show({})}>
                {text.noneHelp}
              </EmptyList>
            )
          }
        >
          {(items) => <Table label={text.label} columns={columns} rows={items} keyOf={({ slug }) => slug} />}
        </PagedList>
      </div>
      {isCreating && <CreatePartnerDialog onClose={() => setCreating(false)} />}
    </>
  )
}

const columns: Column<PartnerSummary>[] = [
  {
    name: text.columns.partner,
    cell: ({ name, slug, suspendedAt }) => (
      <div class="cell-lines">
        <span class="partner__line">
          <a class="table__link" href={sectionPath('partners', { pathParts: [slug] })}>
            {name}
          </a>
          {suspendedAt && <Badge tone="danger">{text.suspended}</Badge>}
        </span>
        <span class="breakable detail">{slug}</span>
      </div>
    ),
  },
  { name: text.columns.week, cell: ({ callsByDay }) => <CallsChart callsByDay={callsByDay} /> },
  {
    name: text.columns.members,
    isFigure: true,
    cell: ({ activeUsers }) => formatNumber(activeUsers),
  },
  {
    name: text.columns.credentials,
    isFigure: true,
    cell: ({ activeCredentials }) => formatNumber(activeCredentials),
  },
  {
    name: text.columns.created,
    cell: ({ createdAt }) => (
      <span class="nowrap">
        <RelativeTime at={createdAt} />
      </span>
    ),
  },
]

function Filters({ filters }: { filters: PartnerFilters }) {
  return (
    <FilterBar
      search={
        <SearchBox
          text={text.search}
          value={filters.search ?? ''}
          onSearch={(search) => show({ ...filters, search })}
        />
      }
      beside={
        <Choice
          label={text.states.label}
          all={text.states.all}
          options={STATES.map((one) => ({ value: one, label: text.states[one] }))}
          value={filters.state}
          onChange={(state) => show({ ...filters, state })}
        />
      }
    />
  )
}

/** Filters are in the address, so that they can be linked to. */
function readFilters(): PartnerFilters {
  const search = parameter('busca')
  const state = STATES.find((one) => one === parameter('situacao'))
  return { ...(search && { search }), ...(state && { state }) }
}

function show({ search, state }: { search?: string | undefined; state?: PartnerState | undefined }) {
  refine(sectionPath('partners', { query: { busca: search, situacao: state } }), ['busca'])
}
