import { SearchBox } from '@estante/client/search-box.tsx'
import type { CatalogSummary, PanelPublication, PublicationState } from '@estante/contract/panel/publications.ts'
import { Badge } from '@estante/design/badge/badge.tsx'
import { ButtonLink } from '@estante/design/button/button.tsx'
import { Cover } from '@estante/design/cover/cover.tsx'
import type { DroppedFiles } from '@estante/design/drop-zone/dropped-files.ts'
import { PageDrop } from '@estante/design/drop-zone/page-drop.tsx'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { LibraryIcon } from '@estante/design/icons/icons.tsx'
import { type Column, Table } from '@estante/design/table/table.tsx'
import { useSignal } from '@preact/signals'
import { useState } from 'preact/hooks'
import { useFresh } from '../admin-session/use-resource.ts'
import { formatNumber } from '../format-number.ts'
import { jobPath } from '../imports/paths.ts'
import { addToPlan } from '../imports/plan.ts'
import { formatReview } from '../imports/text.ts'
import { Choice, FilterBar } from '../lists/filter-bar.tsx'
import { EmptyList, PagedList } from '../lists/list.tsx'
import { navigate, parameter, refine, sectionPath } from '../router.ts'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { formatDay } from '../time/format-time.ts'
import { now } from '../time/now.ts'
import { RelativeTime } from '../time/relative-time.tsx'
import { type CatalogFilters, summary, titlesOf } from './catalog.ts'
import { DraftsBar, withChoiceBox } from './drafts-bar.tsx'
import { DraftsDialog, type DraftsTask } from './drafts-dialog.tsx'
import { stateTones } from './format-state.ts'
import { text } from './text.ts'

const TYPES = ['audiobook', 'ebook'] as const
/** Texts name all states. */
const PUBLICATION_STATES = Object.keys(text.states) as PublicationState[]
const STATES = ['review', ...PUBLICATION_STATES, 'restricted'] as const

/** The list of titles, filtered by text, form and state. */
export function TitlesScreen() {
  const filters = readFilters()
  const wanted = useFresh(titlesOf(filters))
  useFresh(summary)
  const counts = summary.data.value
  const isEmpty = counts !== undefined && allOf(counts) === 0
  const hasDrafts = filters.state === 'draft' || filters.state === 'review'
  const chosen = useSignal<ReadonlySet<string>>(new Set())
  const [task, setTask] = useState<DraftsTask>()
  return (
    <>
      <ScreenHeader
        title={text.title}
        help={text.help}
        action={!isEmpty && <ButtonLink href={sectionPath('imports')}>{text.import}</ButtonLink>}
      />
      <PageDrop text={text.drop} onFiles={planImport} />
      <div class="list-screen stack">
        {isEmpty ? (
          <EmptyState
            icon={LibraryIcon}
            title={text.list.emptyTitle}
            action={<ButtonLink href={sectionPath('imports')}>{text.import}</ButtonLink>}
          >
            {text.list.emptyHelp}
          </EmptyState>
        ) : (
          <>
            <TitleFilters filters={filters} counts={counts} />
            {filters.import && (
              <p class="text-links row">
                <span class="catalog__import soft">{text.ofImport.help}</span>
                <a href={jobPath(filters.import)}>{text.ofImport.see}</a>
                <a href={sectionPath('catalog')}>{text.list.clear}</a>
              </p>
            )}
            <PagedList
              wanted={wanted}
              cardHeight="9rem"
              found={text.search.found}
              empty={
                <EmptyList title={text.list.noneTitle} clear={text.list.clear} onClear={() => show({})}>
                  {filters.q ? text.list.noneSearched(filters.q) : text.list.noneFiltered}
                </EmptyList>
              }
            >
              {(items) => (
                <div>
                  {hasDrafts && (
                    <DraftsBar
                      pages={wanted}
                      items={items}
                      hasOnlyReviews={filters.state === 'review'}
                      chosen={chosen}
                      onChange={(state, drafts) => setTask({ state, drafts })}
                    />
                  )}
                  <Table
                    label={text.list.label}
                    columns={[hasDrafts ? withChoiceBox(title, chosen) : title, type, state, partners, added]}
                    rows={items}
                    keyOf={({ id }) => id}
                  />
                </div>
              )}
            </PagedList>
          </>
        )}
      </div>
      {task && (
        <DraftsDialog
          task={task}
          onDone={(left) => {
            setTask(undefined)
            chosen.value = new Set(left.map(({ draft }) => draft.id))
            void Promise.all([wanted.load(), summary.load()])
          }}
          onClose={() => setTask(undefined)}
        />
      )}
    </>
  )
}

/** Opens the plan of an import of dropped books. */
function planImport(dropped: DroppedFiles) {
  addToPlan(dropped)
  navigate(sectionPath('imports'))
}

/** Filters are in the address, so that they can be linked to. */
function readFilters(): CatalogFilters {
  const q = parameter('busca')
  const type = TYPES.find((one) => one === parameter('formato'))
  const state = STATES.find((one) => one === parameter('situacao'))
  const job = parameter('importacao')
  return { ...(q && { q }), ...(type && { type }), ...(state && { state }), ...(job && { import: job }) }
}

function show({ q, type, state, import: job }: CatalogFilters) {
  const query = { busca: q, formato: type, situacao: state, importacao: job }
  refine(sectionPath('catalog', { query }), ['busca'])
}

function TitleFilters({ filters, counts }: { filters: CatalogFilters; counts: CatalogSummary | undefined }) {
  // States without titles are no options, unless selected.
  const states = STATES.filter((one) => (counts !== undefined && counts[one] > 0) || filters.state === one)
  // The counts are of all imports.
  const visibleCounts = filters.import === undefined ? counts : undefined
  return (
    <FilterBar
      search={<SearchBox text={text.search} value={filters.q ?? ''} onSearch={(q) => show({ ...filters, q })} />}
    >
      <div class="catalog__choices row">
        <Choice
          label={text.types.label}
          all={text.types.all}
          options={TYPES.map((one) => ({ value: one, label: text.types[one] }))}
          value={filters.type}
          onChange={(type) => show({ ...filters, type })}
        />
        <Choice
          label={text.filters.label}
          all={labelWith(text.filters.all, visibleCounts && allOf(visibleCounts))}
          options={states.map((one) => ({ value: one, label: labelWith(text.filters[one], visibleCounts?.[one]) }))}
          value={filters.state}
          onChange={(state) => show({ ...filters, state })}
        />
      </div>
    </FilterBar>
  )
}

function labelWith(label: string, count: number | undefined): string {
  return count === undefined ? label : `${label} ${formatNumber(count)}`
}

function allOf(counts: CatalogSummary): number {
  return PUBLICATION_STATES.reduce((sum, state) => sum + counts[state], 0)
}

const title: Column<PanelPublication> = {
  name: text.list.columns.title,
  cell: (publication) => (
    <div class="line gap-3">
      <span class="catalog-title__cover">
        <Cover cover={publication.cover} sizes="3rem" />
      </span>
      <span class="catalog-title__text">
        <a class="table__link clamped" href={sectionPath('catalog', { pathParts: [publication.id] })}>
          {publication.title}
        </a>
        <span class="note clamped">{publication.author}</span>
      </span>
    </div>
  ),
}

const type: Column<PanelPublication> = {
  name: text.list.columns.type,
  cell: ({ type }) => <span class="nowrap">{text.type[type]}</span>,
}

const state: Column<PanelPublication> = {
  name: text.list.columns.state,
  cell: ({ state, review, publishFrom, publishUntil }) => (
    <div class="cell-lines nowrap">
      <Badge tone={review.length > 0 ? 'notice' : stateTones[state]}>
        {review.length > 0 ? text.review.badge : text.states[state]}
      </Badge>
      {review.length > 0 && <span class="catalog-title__why detail">{formatReview(review)}</span>}
      {state === 'scheduled' && publishFrom && (
        <span class="detail">{text.list.from(formatDay(Date.parse(publishFrom), now.value))}</span>
      )}
      {state === 'published' && publishUntil && (
        <span class="detail">{text.list.until(formatDay(Date.parse(publishUntil), now.value))}</span>
      )}
    </div>
  ),
}

const partners: Column<PanelPublication> = {
  name: text.list.columns.partners,
  cell: ({ partnerCount }) =>
    partnerCount === null ? (
      <span class="soft nowrap">{text.list.allPartners}</span>
    ) : (
      <Badge tone="notice">{text.list.partners(partnerCount)}</Badge>
    ),
}

const added: Column<PanelPublication> = {
  name: text.list.columns.added,
  cell: ({ addedAt, isEdited }) => (
    <div class="cell-lines nowrap">
      <RelativeTime at={addedAt} />
      {isEdited && <span class="detail">{text.list.edited}</span>}
    </div>
  ),
}
