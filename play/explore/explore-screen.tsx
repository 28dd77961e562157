import { useShown } from '@estante/client/pages.ts'
import { SearchField } from '@estante/design/field/search-field.tsx'
import { Segmented } from '@estante/design/segmented/segmented.tsx'
import { useEffect, useRef, useState } from 'preact/hooks'
import { navigate, query } from '../router.ts'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { text } from '../text.ts'
import { explored } from './catalog.ts'
import { PublicationResults, useLoaded } from './publication-results.tsx'
import { exploreAddress, readSearch, type Search } from './search-address.ts'
import './explore-screen.css'

const TYPING_PAUSE_MS = 250

export function ExploreScreen() {
  const wanted = readSearch(query.value)
  const found = useLoaded(explored(wanted))
  const list = useShown(found)
  const [typed, setTyped] = useState(wanted.q)
  const searched = useRef(wanted.q)

  useEffect(() => {
    if (typed.trim() === wanted.q) return
    const pause = setTimeout(() => show({ ...wanted, q: typed.trim() }), TYPING_PAUSE_MS)
    return () => clearTimeout(pause)
  }, [typed])
  useEffect(() => {
    // The address was changed by somebody else: a link to Explorar, or going back.
    if (wanted.q !== searched.current) setTyped(wanted.q)
    searched.current = wanted.q
  }, [wanted.q, wanted.type])

  function show(search: Search) {
    searched.current = search.q
    navigate(exploreAddress(search), { replace: true })
  }

  return (
    <div class="explore">
      <ScreenHeader title={text.explore.title}>
        <div class="explore__tools">
          <SearchField
            label={text.explore.search}
            placeholder={text.explore.placeholder}
            clearLabel={text.explore.clear}
            value={typed}
            onInput={setTyped}
          />
          <Segmented
            label={text.explore.type}
            options={[
              { value: 'all', label: text.explore.all },
              { value: 'audiobook', label: text.explore.audiobook },
              { value: 'ebook', label: text.explore.ebook },
            ]}
            value={wanted.type}
            onChange={(type) => show({ q: typed.trim(), type })}
          />
        </div>
      </ScreenHeader>
      <PublicationResults
        list={list}
        isStale={list !== found}
        heading={text.explore.results}
        emptyTitle={text.explore.noneTitle}
        emptyHelp={wanted.q ? text.explore.noneHelp(wanted.q) : text.explore.noneOfTypeHelp}
      />
    </div>
  )
}
