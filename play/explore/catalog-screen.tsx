import { useLastAnswered, useLoaded } from '@estante/client/pages.ts'
import { text as clientText } from '@estante/client/text.ts'
import { useDebouncedSearch } from '@estante/client/use-debounced-search.ts'
import { SearchField } from '@estante/design/field/search-field.tsx'
import { Filter } from '@estante/design/filter/filter.tsx'
import { Segmented } from '@estante/design/segmented/segmented.tsx'
import { navigate } from '../router.ts'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { text as allText } from '../text.ts'
import { titlesOfSearch } from './catalog.ts'
import { FacetLinks } from './facet-links.tsx'
import { PublicationResults } from './publication-results.tsx'
import { exploreAddress, type Order, type Search, withText } from './search-address.ts'
import { text } from './text.ts'
import './explore-screen.css'

const ORDERS: readonly Order[] = ['newest', 'title', 'length']
const SEARCH_ORDERS: readonly Order[] = ['relevance', ...ORDERS]

export const TYPES = [
  { value: 'all', label: text.all },
  { value: 'audiobook', label: text.audiobook },
  { value: 'ebook', label: text.ebook },
] as const

/** The whole catalog, filtered by text and form, and sorted. */
export function CatalogScreen({ wanted }: { wanted: Search }) {
  const found = useLoaded(titlesOfSearch(wanted))
  const list = useLastAnswered(found)
  const [typed, setTyped] = useDebouncedSearch(wanted.q, (q) => show(withText(wanted, q)))
  const corrected = list === found ? list.data.value?.correctedTo : undefined

  return (
    <div class="stack gap-6">
      <ScreenHeader title={text.title}>
        <div class="explore__tools row">
          <SearchField
            label={text.search}
            placeholder={text.placeholder}
            clearLabel={clientText.clearSearch}
            value={typed}
            onInput={setTyped}
          />
          <Segmented
            label={text.type}
            options={TYPES}
            value={wanted.type}
            onChange={(type) => show({ ...withText(wanted, typed.trim()), type })}
          />
        </div>
        <div class="explore__ways line">
          <Filter
            name={text.order}
            options={(wanted.q ? SEARCH_ORDERS : ORDERS).map((value) => ({ value, label: text.orders[value] }))}
            value={wanted.order}
            onChange={(order) => show({ ...withText(wanted, typed.trim()), order })}
          />
          <FacetLinks />
        </div>
      </ScreenHeader>
      {/* Always mounted, so that screen readers announce its changes. */}
      <p class="explore__corrected" role="status">
        {corrected && (
          <>
            {text.corrected(wanted.q)} <a href={exploreAddress({ ...wanted, q: corrected })}>{corrected}</a>
          </>
        )}
      </p>
      <PublicationResults
        list={list}
        isStale={list !== found}
        heading={text.results}
        emptyTitle={text.noneTitle}
        emptyHelp={
          wanted.q ? text.noneHelp(wanted.q) : wanted.type === 'all' ? allText.home.emptyHelp : text.noneOfTypeHelp
        }
      />
    </div>
  )
}

function show(search: Search) {
  navigate(exploreAddress(search), { replace: true })
}
