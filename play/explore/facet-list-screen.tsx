import { useLastAnswered, useLoaded } from '@estante/client/pages.ts'
import { ProblemState } from '@estante/client/problem-state.tsx'
import { text as clientText } from '@estante/client/text.ts'
import { useDebouncedSearch } from '@estante/client/use-debounced-search.ts'
import { BackLink } from '@estante/design/back-link/back-link.tsx'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { SearchField } from '@estante/design/field/search-field.tsx'
import { Filter } from '@estante/design/filter/filter.tsx'
import { SearchIcon } from '@estante/design/icons/icons.tsx'
import { Skeleton } from '@estante/design/skeleton/skeleton.tsx'
import { Loading } from '../publication/book-skeleton.tsx'
import { navigate } from '../router.ts'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { listedFacets } from './catalog.ts'
import { MoreOfList } from './publication-results.tsx'
import { type FacetSearch, facetAddress, facetListAddress } from './search-address.ts'
import { text } from './text.ts'
import './explore-screen.css'
import './facet-list-screen.css'

/** Authors, narrators, subjects or series, with their numbers of titles. */
export function FacetListScreen({ wanted }: { wanted: FacetSearch }) {
  const { kind, order } = wanted
  const found = useLoaded(listedFacets(wanted))
  const list = useLastAnswered(found)
  const [typed, setTyped] = useDebouncedSearch(wanted.q, (q) => show({ ...wanted, q }))
  const { items: facets, nextCursor } = list.data.value ?? {}
  const problem = list.problem.value

  return (
    <div class="stack gap-6">
      <ScreenHeader title={text.facets[kind].list} above={<BackLink href="/explorar">{text.title}</BackLink>}>
        <div class="explore__tools row">
          <SearchField
            label={text.facets[kind].search}
            placeholder={text.facets[kind].search}
            clearLabel={clientText.clearSearch}
            value={typed}
            onInput={setTyped}
          />
          <Filter
            name={text.order}
            options={(['name', 'titles'] as const).map((value) => ({ value, label: text.facetOrders[value] }))}
            value={order}
            onChange={(order) => show({ ...wanted, q: typed.trim(), order })}
          />
        </div>
      </ScreenHeader>
      <section aria-label={text.facets[kind].list} aria-busy={list !== found}>
        <p class="visually-hidden" role="status">
          {facets && list === found && !list.isLoadingMore.value && text.names(facets.length, nextCursor !== null)}
        </p>
        {!facets && !problem && <FacetListSkeleton />}
        {!facets && problem && <ProblemState problem={problem} onRetry={list.load} />}
        {facets?.length === 0 && (
          <EmptyState icon={SearchIcon} title={text.noFacetTitle}>
            {wanted.q ? text.noFacetFound(wanted.q) : text.noFacetHelp}
          </EmptyState>
        )}
        {facets && facets.length > 0 && (
          <ul class="facet-list">
            {facets.map(({ key, name, titles }) => (
              <li key={key}>
                <a class="facet-list__facet line" href={facetAddress({ kind, key })}>
                  <span class="facet-list__name bold breakable">{name}</span>
                  <span class="facet-list__count note tabular">{text.titles(titles)}</span>
                </a>
              </li>
            ))}
          </ul>
        )}
        <MoreOfList list={list} />
      </section>
    </div>
  )
}

function show(search: FacetSearch) {
  navigate(facetListAddress(search), { replace: true })
}

function FacetListSkeleton() {
  return (
    <div class="facet-list">
      <Loading />
      {Array.from({ length: 12 }, (_, index) => (
        <span class="facet-list__facet line" key={index}>
          <Skeleton width={`${40 + ((index * 17) % 40)}%`} height="0.9375rem" />
        </span>
      ))}
    </div>
  )
}
