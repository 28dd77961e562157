import { useLastAnswered, useLoaded } from '@estante/client/pages.ts'
import { BackLink } from '@estante/design/back-link/back-link.tsx'
import { Filter } from '@estante/design/filter/filter.tsx'
import { Segmented } from '@estante/design/segmented/segmented.tsx'
import { navigate } from '../router.ts'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { selectedFacet, titlesOfFacet } from './catalog.ts'
import { TYPES } from './catalog-screen.tsx'
import { PublicationResults } from './publication-results.tsx'
import { exploreAddress, facetListAddress, type Order, type Search } from './search-address.ts'
import { text } from './text.ts'
import './explore-screen.css'

/** The titles of an author, a narrator, a subject or a series. */
export function FacetScreen({ search }: { search: Search & Required<Pick<Search, 'facet'>> }) {
  const { kind, key } = search.facet
  const found = useLoaded(titlesOfFacet(search))
  const list = useLastAnswered(found)
  const facet = selectedFacet.value?.kind === kind && selectedFacet.value.key === key ? selectedFacet.value : undefined
  const orders: Order[] = kind === 'series' ? ['series', 'newest', 'title'] : ['newest', 'title', 'length']
  const show = (change: Partial<Search>) => navigate(exploreAddress({ ...search, ...change }), { replace: true })

  return (
    <div class="stack gap-6">
      <ScreenHeader
        title={facet?.name ?? text.facets[kind].one}
        above={<BackLink href={facetListAddress({ kind })}>{text.facets[kind].list}</BackLink>}
      >
        <p class="explore__count soft">
          {facet ? `${text.facets[kind].one} · ${text.titles(facet.titles)}` : '\u00a0'}
        </p>
        <div class="explore__tools row">
          <Segmented label={text.type} options={TYPES} value={search.type} onChange={(type) => show({ type })} />
          <Filter
            name={text.order}
            options={orders.map((value) => ({ value, label: text.orders[value] }))}
            value={search.order}
            onChange={(order) => show({ order })}
          />
        </div>
      </ScreenHeader>
      <PublicationResults
        list={list}
        isStale={list !== found}
        heading={text.results}
        emptyTitle={text.goneTitle}
        emptyHelp={search.type === 'all' ? text.goneHelp : text.noneOfTypeHelp}
      />
    </div>
  )
}
