import { errors } from '@estante/contract/errors.ts'
import { MomentField } from '@estante/design/field/moment-field.tsx'
import { Filter } from '@estante/design/filter/filter.tsx'
import { isOperator } from '../admin-session/admin-session.ts'
import { formatShortRoute } from '../format-route.ts'
import { credentials } from '../integrations/credentials.ts'
import { FilterBar } from '../lists/filter-bar.tsx'
import { environment, refine } from '../router.ts'
import { callFilters, callsPath, codes, filterCalls, isFiltered, periods, routes } from './call-filters.ts'
import { allPartners } from './partners.ts'
import { text } from './text.ts'

const outcomes = (['any', 'sucesso', 'recusadas', 'falhas', 'abandonadas'] as const).map((value) => ({
  value: value === 'any' ? '' : value,
  label: text.outcomes[value],
}))
const byCode = {
  name: text.byCode,
  options: codes.map((code) => ({ value: code, label: `${errors[code].status} ${code}` })),
}
const byRoute = [
  { value: '', label: text.anyRoute },
  ...routes.map((route) => ({ value: route, label: formatShortRoute(route) })),
]

/** The filters of the log, all of which are in the address. */
export function CallFilterLine() {
  const filters = callFilters.value
  const known = credentials[environment.value].data.value ?? []
  const byCredential = [
    { value: '', label: text.anyCredential },
    ...known.map(({ clientId, name, revokedAt }) => ({
      value: clientId,
      label: revokedAt ? text.revoked(name) : name,
    })),
  ]
  return (
    <FilterBar
      filters={
        <>
          <Filter
            name={text.outcome}
            options={[...outcomes, byCode]}
            value={filters.resultado}
            onChange={(resultado) => filterCalls({ resultado })}
          />
          <Filter name={text.route} options={byRoute} value={filters.rota} onChange={(rota) => filterCalls({ rota })} />
          {isOperator.value ? (
            <OperatorFilters />
          ) : (
            <Filter
              name={text.credential}
              options={byCredential}
              value={filters.credencial}
              onChange={(credencial) => filterCalls({ credencial })}
            />
          )}
          <Filter
            name={text.period}
            options={periods.map((value) => ({ value, label: text.periods[value] }))}
            value={filters.periodo}
            onChange={(periodo) => filterCalls({ periodo })}
          />
        </>
      }
      onClear={isFiltered(filters) ? () => refine(callsPath({})) : undefined}
    >
      {filters.periodo === 'entre' && (
        <div class="row gap-3">
          <MomentField label={text.from} value={filters.de} onInput={(de) => filterCalls({ de })} />
          <MomentField label={text.until} value={filters.ate} onInput={(ate) => filterCalls({ ate })} />
        </div>
      )}
    </FilterBar>
  )
}

const environments = (['any', 'producao', 'sandbox'] as const).map((value) => ({
  value: value === 'any' ? '' : value,
  label: text.inEnvironments[value],
}))

/** Filters by partner and environment. */
function OperatorFilters() {
  const { parceiro, em } = callFilters.value
  const known = allPartners.data.value ?? []
  const isKnown = parceiro === '' || known.some(({ slug }) => slug === parceiro)
  const byPartner = [
    { value: '', label: text.anyPartner },
    // Unknown, or not loaded yet.
    ...(isKnown ? known : [{ name: parceiro, slug: parceiro }, ...known]).map(({ name, slug }) => ({
      value: slug,
      label: name,
    })),
  ]
  return (
    <>
      <Filter
        name={text.partner}
        options={byPartner}
        value={parceiro}
        onChange={(value) => filterCalls({ parceiro: value })}
      />
      <Filter
        name={text.environment}
        options={environments}
        value={em}
        onChange={(value) => filterCalls({ em: value })}
      />
    </>
  )
}
