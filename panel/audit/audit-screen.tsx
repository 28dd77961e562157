import { SearchBox } from '@estante/client/search-box.tsx'
import { type ActGroup, acts } from '@estante/contract/audit-sentence.ts'
import { Button, ButtonLink } from '@estante/design/button/button.tsx'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { DownloadIcon, HistoryIcon } from '@estante/design/icons/icons.tsx'
import { useId } from 'preact/hooks'
import { isOperator, me } from '../admin-session/admin-session.ts'
import { useFresh } from '../admin-session/use-resource.ts'
import { DayList } from '../lists/day-list.tsx'
import { Choice, FilterBar } from '../lists/filter-bar.tsx'
import { EmptyList, PagedList } from '../lists/list.tsx'
import { parameter, refine, sectionPath } from '../router.ts'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { type AuditFilters, csvOf, entriesOf, startOfLocalDay } from './audit.ts'
import { AuditEntry } from './audit-entry.tsx'
import { text } from './text.ts'
import './audit-screen.css'

const OF_PARTNER: readonly ActGroup[] = ['sign-in', 'team', 'credentials', 'members', 'partners', 'appearance']
const OF_OPERATOR: readonly ActGroup[] = [
  'partners',
  'credentials',
  'team',
  'sign-in',
  'members',
  'catalog',
  'appearance',
]

type AddressFilters = ReturnType<typeof readFilters>

/** The audit: who did what, when and from where. */
export function AuditScreen() {
  const filters = readFilters()
  const wanted = useFresh(entriesOf(toFilters(filters)))
  const partner = me.value?.partner
  return (
    <>
      <ScreenHeader
        title={text.title}
        help={partner ? text.help(partner.name) : text.operatorHelp}
        action={
          // A plain download, of any length.
          <ButtonLink variant="soft" icon={DownloadIcon} href={csvOf(toFilters(filters))} download>
            {text.download}
          </ButtonLink>
        }
      />
      <div class="list-screen audit stack">
        <Filters filters={filters} />
        <PagedList wanted={wanted} cardHeight="5rem" found={text.found} empty={<EmptyAudit filters={filters} />}>
          {(items) => (
            <DayList items={items} instantOf={({ at }) => at}>
              {(entry) => <AuditEntry entry={entry} />}
            </DayList>
          )}
        </PagedList>
      </div>
    </>
  )
}

function Filters({ filters }: { filters: AddressFilters }) {
  const groups = isOperator.value ? OF_OPERATOR : OF_PARTNER
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
        <>
          <DayField label={text.from} value={filters.from} onChange={(from) => show({ ...filters, from })} />
          <DayField label={text.until} value={filters.until} onChange={(until) => show({ ...filters, until })} />
        </>
      }
    >
      <Choice
        label={text.groups.label}
        all={text.groups.all}
        options={groups.map((one) => ({ value: one, label: labelOf(one) }))}
        value={filters.group}
        onChange={(group) => show({ ...filters, group })}
      />
      {filters.partner && (
        <p class="audit__partner row label">
          {text.ofPartner(filters.partner)}
          <Button variant="plain" size="compact" onClick={() => show({ ...filters, partner: undefined })}>
            {text.everyPartner}
          </Button>
        </p>
      )}
    </FilterBar>
  )
}

/** Labels a group of acts. For a partner, acts on partners concern its own access. */
function labelOf(group: ActGroup): string {
  return text.groups[group === 'partners' && !isOperator.value ? 'access' : group]
}

interface DayFieldProps {
  label: string
  value: string | undefined
  onChange: (day: string | undefined) => void
}

function DayField({ label, value = '', onChange }: DayFieldProps) {
  const id = useId()
  return (
    <span class="audit__day-field row note">
      <label for={id}>{label}</label>
      <input id={id} type="date" value={value} onChange={(event) => onChange(event.currentTarget.value || undefined)} />
    </span>
  )
}

function EmptyAudit({ filters }: { filters: AddressFilters }) {
  if (Object.values(filters).every((one) => one === undefined)) {
    return (
      <EmptyState icon={HistoryIcon} title={text.emptyTitle}>
        {text.emptyHelp}
      </EmptyState>
    )
  }
  return (
    <EmptyList title={text.noneTitle} onClear={() => show({})}>
      {text.noneHelp}
    </EmptyList>
  )
}

/** Reads the filters in the address. */
function readFilters() {
  const groups = isOperator.value ? OF_OPERATOR : OF_PARTNER
  return {
    group: groups.find((one) => one === parameter('tipo')),
    search: parameter('busca'),
    from: parameter('de'),
    until: parameter('ate'),
    partner: isOperator.value ? parameter('parceiro') : undefined,
  }
}

function show({ group, search, from, until, partner }: Partial<AddressFilters>) {
  const query = { tipo: group, busca: search, de: from, ate: until, parceiro: partner }
  refine(sectionPath('audit', { query }), ['busca', 'de', 'ate'])
}

function toFilters({ group, search, from, until, partner }: AddressFilters): AuditFilters {
  const [begin, end] = [startOfLocalDay(from), startOfLocalDay(until, 1)]
  return {
    ...(group && { acts: Object.keys(acts[group]).join(',') }),
    ...(search && { search }),
    ...(begin && { from: begin }),
    ...(end && { until: end }),
    ...(partner && { partner }),
  }
}
