import { useLastAnswered, useLoaded } from '@estante/client/pages.ts'
import { ProblemState } from '@estante/client/problem-state.tsx'
import { SearchBox } from '@estante/client/search-box.tsx'
import { ShowMore } from '@estante/client/show-more.tsx'
import type { BookHit } from '@estante/contract/play/book-search.ts'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { SearchIcon } from '@estante/design/icons/icons.tsx'
import { BatchedRows } from '@estante/design/long-list/batched-rows.tsx'
import { moveFocusByKeys } from '@estante/design/long-list/move-focus-by-keys.ts'
import { Spinner } from '@estante/design/spinner/spinner.tsx'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { langOf } from '../../publication/publication.ts'
import { Sheet } from '../../shell/sheet.tsx'
import type { Reader } from '../reader.ts'
import { text } from '../text.ts'
import { hitsByTitle } from './hits-by-title.ts'
import './book-search-sheet.css'

/** Fill the sheet. */
const FIRST_HITS = 8

type Props = { reader: Reader; open: boolean; onClose: () => void }

/** Searches the book, and lists the results. */
export function BookSearchSheet(props: Props) {
  return (
    <Sheet open={props.open} title={text.searchInBook} height="full" onClose={props.onClose}>
      <Search {...props} />
    </Sheet>
  )
}

function Search({ reader, onClose }: Props) {
  const { query, visited, isSelected } = reader.search
  const root = useRef<HTMLDivElement>(null)
  // Before the dialog opens, which focuses the last visited result, or else the field; but not for selected words: a
  // phone's keyboard would cover the results.
  useLayoutEffect(() => {
    const field = isSelected() ? null : root.current?.querySelector('input')
    const first = root.current?.querySelector<HTMLElement>('[aria-current]') ?? field
    if (first) first.autofocus = true
  }, [])
  return (
    <div class="book-search" ref={root}>
      <div class="book-search__field">
        <SearchBox
          text={{ label: text.searchInBook, placeholder: text.searchPlaceholder }}
          value={query.value}
          onSearch={(next) => {
            query.value = next
            visited.value = undefined
          }}
        />
      </div>
      {query.value && (
        <Results
          reader={reader}
          onGo={(hit) => {
            reader.goToHit(hit)
            onClose()
          }}
        />
      )}
    </div>
  )
}

function Results({ reader, onGo }: { reader: Reader; onGo: (hit: BookHit) => void }) {
  const { query, visited, resultsOf } = reader.search
  const wanted = useLoaded(resultsOf(query.value))
  const list = useLastAnswered(wanted)
  const found = list.data.value
  const problem = list.problem.value
  const hasHits = found !== undefined && found.items.length > 0
  // The visited result has the focus when the sheet opens.
  const first = visited.peek() ? Infinity : FIRST_HITS
  const none = found && (found.isIndexed ? text.noHits(found.q) : text.notSearchable)
  return (
    <>
      <p class="book-search__status note" role="status">
        {hasHits && (
          <>
            {found.isFuzzy && `${text.similar(found.q)} `}
            {text.hitsIn(found.total, found.chapters.length)}
            {found.nextCursor !== null && <span class="visually-hidden"> {text.hitsListed(found.items.length)}</span>}
          </>
        )}
        {!hasHits && <span class="visually-hidden">{none}</span>}
      </p>
      {!found && !problem && (
        <div class="book-search__more">
          <Spinner label={text.searching} />
        </div>
      )}
      {!found && problem && <ProblemState problem={problem} onRetry={list.load} />}
      {found && !hasHits && (
        <EmptyState icon={SearchIcon} title={none!}>
          {found.isIndexed ? text.noHitsHelp : text.notSearchableHelp}
        </EmptyState>
      )}
      {hasHits && (
        <section class="book-search__results" aria-busy={list !== wanted} ref={moveFocusByKeys}>
          <BatchedRows
            key={found.q}
            rows={hitsByTitle(found, (hit) => titleOf(reader, hit))}
            first={first}
            more={FIRST_HITS}
            sizeOf={({ hits }) => hits.length}
          >
            {({ chapter, title, count, hits }) => (
              <section key={`${chapter} ${hits[0]!.letter}`}>
                <h3 class="book-search__chapter label" dir="auto">
                  {title}
                  {count !== undefined && (
                    <>
                      <span class="book-search__count note tabular" aria-hidden="true">
                        {count}
                      </span>
                      <span class="visually-hidden">: {text.hits(count)}</span>
                    </>
                  )}
                </h3>
                <ol>
                  <BatchedRows rows={hits} first={first} more={FIRST_HITS}>
                    {(hit) => (
                      <li key={hit.letter}>
                        <Hit
                          hit={hit}
                          lang={langOf(reader.publication.value)}
                          isVisited={visited.value === hit}
                          onGo={onGo}
                        />
                      </li>
                    )}
                  </BatchedRows>
                </ol>
              </section>
            )}
          </BatchedRows>
          {found.nextCursor !== null && (
            <div class="book-search__more">
              <ShowMore list={list} failure={text.moreFailed} />
            </div>
          )}
        </section>
      )}
    </>
  )
}

function titleOf({ map }: Reader, { chapter, letter }: BookHit) {
  const { titleOf, entryAt } = map.value!
  return titleOf(chapter, entryAt(chapter, letter)) ?? text.chapterOf(chapter + 1, map.value!)
}

interface HitProps {
  hit: BookHit
  lang: string | undefined
  isVisited: boolean
  onGo: (hit: BookHit) => void
}

function Hit({ hit, lang, isVisited, onGo }: HitProps) {
  const { text: quote, locations } = hit.locator
  return (
    <button
      class="book-search__hit sheet__row"
      type="button"
      dir="auto"
      aria-current={isVisited ? 'true' : undefined}
      onClick={() => onGo(hit)}
    >
      <span class="book-search__sentence grows breakable" lang={lang}>
        {quote?.before}
        <mark>{quote?.highlight}</mark>
        {quote?.after}
      </span>
      <span class="book-search__part note tabular">{text.percent(locations.totalProgression ?? 0)}</span>
    </button>
  )
}
