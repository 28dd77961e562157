import type { AuditEntry as Entry } from '@estante/contract/panel/audit.ts'
import { Button } from '@estante/design/button/button.tsx'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { DownloadIcon, HistoryIcon } from '@estante/design/icons/icons.tsx'
import { useId } from 'preact/hooks'
import { isOperator, me } from '../admin-session/admin-session.ts'
import { useFresh } from '../admin-session/use-resource.ts'
import { Choice, FilterBar } from '../lists/filter-bar.tsx'
import { NothingFound, PagedList } from '../lists/list.tsx'
import { environment, parameter, placePath, refine } from '../router.ts'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { byDay } from '../time/by-day.ts'
import { now } from '../time/now.ts'
import { type AuditFilters, csvOf, entriesOf, instantOf } from './audit.ts'
import { AuditEntry } from './audit-entry.tsx'
import { type ActGroup, acts, words } from './text.ts'
import './audit-screen.css'

const OF_PARTNER: readonly ActGroup[] = ['entry', 'team', 'credentials', 'members', 'partners', 'appearance']
const OF_OPERATOR: readonly ActGroup[] = [
  'partners',
  'credentials',
  'team',
  'entry',
  'members',
  'catalog',
  'appearance',
]

/** What the address asks for. */
interface Asked {
  group: ActGroup | undefined
  search: string | undefined
  from: string | undefined
  until: string | undefined
  partner: string | undefined
}

/** Who did what, when and from where. */
export function AuditScreen() {
  const asked = readAsked()
  const wanted = useFresh(entriesOf(toFilters(asked)))
  const partner = me.value?.partner
  return (
    <>
      <ScreenHeader
        title={words.title}
        help={partner ? words.help(partner.name) : words.operatorHelp}
        action={
          // The browser itself downloads it, however long it is.
          <a class="button button--soft button--medium" href={csvOf(toFilters(asked))} download>
            <DownloadIcon />
            {words.download}
          </a>
        }
      />
      <div class="list-screen audit">
        <Filters asked={asked} />
        <PagedList wanted={wanted} cardHeight="5rem" found={words.found} empty={<Nothing asked={asked} />}>
          {(items) => <Days entries={items} />}
        </PagedList>
      </div>
    </>
  )
}

function Days({ entries }: { entries: readonly Entry[] }) {
  return byDay(entries, ({ at }) => at, now.value).map(({ day, items }) => (
    <section key={day} class="audit__day">
      <h2 class="audit__date">{day}</h2>
      <ol class="audit__entries">
        {items.map((entry) => (
          <li key={entry.id}>
            <AuditEntry entry={entry} />
          </li>
        ))}
      </ol>
    </section>
  ))
}

function Filters({ asked }: { asked: Asked }) {
  const groups = isOperator.value ? OF_OPERATOR : OF_PARTNER
  return (
    <FilterBar
      search={{ text: words.search, value: asked.search ?? '', onSearch: (search) => show({ ...asked, search }) }}
      beside={
        <>
          <DayField label={words.from} value={asked.from} onChange={(from) => show({ ...asked, from })} />
          <DayField label={words.until} value={asked.until} onChange={(until) => show({ ...asked, until })} />
        </>
      }
    >
      <Choice
        label={words.groups.label}
        all={words.groups.all}
        options={groups.map((one) => ({ value: one, label: labelOf(one) }))}
        value={asked.group}
        onChange={(group) => show({ ...asked, group })}
      />
      {asked.partner && (
        <p class="audit__partner">
          {words.ofPartner(asked.partner)}
          <Button variant="plain" size="compact" onClick={() => show({ ...asked, partner: undefined })}>
            {words.everyPartner}
          </Button>
        </p>
      )}
    </FilterBar>
  )
}

/** To a partner, what happens to partners is what happens to its access. */
function labelOf(group: ActGroup): string {
  return words.groups[group === 'partners' && !isOperator.value ? 'access' : group]
}

function DayField({
  label,
  value = '',
  onChange,
}: {
  label: string
  value: string | undefined
  onChange: (day: string | undefined) => void
}) {
  const id = useId()
  return (
    <span class="audit__day-field">
      <label for={id}>{label}</label>
      <input id={id} type="date" value={value} onChange={(event) => onChange(event.currentTarget.value || undefined)} />
    </span>
  )
}

function Nothing({ asked }: { asked: Asked }) {
  if (Object.values(asked).every((one) => one === undefined)) {
    return (
      <EmptyState icon={HistoryIcon} title={words.emptyTitle}>
        {words.emptyHelp}
      </EmptyState>
    )
  }
  return (
    <NothingFound title={words.noneTitle} clear={words.clear} onClear={() => show({})}>
      {words.noneHelp}
    </NothingFound>
  )
}

function readAsked(): Asked {
  const groups = isOperator.value ? OF_OPERATOR : OF_PARTNER
  return {
    group: groups.find((one) => one === parameter('tipo')),
    search: parameter('busca'),
    from: parameter('de'),
    until: parameter('ate'),
    partner: isOperator.value ? parameter('parceiro') : undefined,
  }
}

function show({ group, search, from, until, partner }: Partial<Asked>) {
  const query = { tipo: group, busca: search, de: from, ate: until, parceiro: partner }
  refine(placePath('audit', environment.value, { query }), ['busca', 'de', 'ate'])
}

function toFilters({ group, search, from, until, partner }: Asked): AuditFilters {
  const named = Object.entries(acts).flatMap(([act, of]) => (of.group === group ? [act] : []))
  const [begin, end] = [instantOf(from), instantOf(until, 1)]
  return {
    ...(group && { acts: named.join(',') }),
    ...(search && { search }),
    ...(begin && { from: begin }),
    ...(end && { until: end }),
    ...(partner && { partner }),
  }
}
