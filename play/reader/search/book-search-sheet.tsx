import { ProblemState } from '@estante/client/problem-state.tsx'
import type { BookHit } from '@estante/contract/play/book-search.ts'
import { Button } from '@estante/design/button/button.tsx'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { SearchField } from '@estante/design/field/search-field.tsx'
import { SearchIcon } from '@estante/design/icons/icons.tsx'
import { BatchedRows } from '@estante/design/long-list/batched-rows.tsx'
import { focusFirstAdded } from '@estante/design/long-list/focus-first-added.ts'
import { Spinner } from '@estante/design/spinner/spinner.tsx'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { langOf } from '../../publication/publication.ts'
import { Sheet } from '../../shell/sheet.tsx'
import type { Reader } from '../reader.ts'
import { text } from '../text.ts'
import { type BookSearch, hitsByTitle } from './book-search.ts'
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
  const { search } = reader
  const root = useRef<HTMLDivElement>(null)
  // Before the dialog opens, which focuses the last visited result, or else the field.
  useLayoutEffect(() => {
    const first = root.current?.querySelector<HTMLElement>('[aria-current]') ?? root.current?.querySelector('input')
    if (first) first.autofocus = true
  }, [])
  return (
    <div class="book-search" ref={root}>
      <div class="book-search__field">
        <SearchField
          label={text.searchInBook}
          placeholder={text.searchPlaceholder}
          clearLabel={text.clearSearch}
          value={search.typed.value}
          onInput={search.type}
        />
      </div>
      <Outcome
        reader={reader}
        search={search}
        onGo={(hit) => {
          reader.goToHit(hit)
          onClose()
        }}
      />
    </div>
  )
}

function Outcome({ reader, search, onGo }: { reader: Reader; search: BookSearch; onGo: (hit: BookHit) => void }) {
  const found = search.found.value
  const problem = search.problem.value
  const isSearching = search.isSearching.value
  const hasHits = found !== undefined && found.items.length > 0
  // The visited result has the focus when the sheet opens.
  const first = search.visited.peek() ? Infinity : FIRST_HITS
  const none = found && (found.isIndexed ? text.noHits(found.query) : text.notSearchable)
  return (
    <>
      <p class="book-search__status note" role="status">
        {hasHits && (
          <>
            {found.isFuzzy && `${text.similar(found.query)} `}
            {text.hitsIn(found.total, found.chapters.length)}
            {found.nextCursor !== null && <span class="visually-hidden"> {text.hitsListed(found.items.length)}</span>}
          </>
        )}
        {!hasHits && <span class="visually-hidden">{none}</span>}
      </p>
      {isSearching && !found && !problem && (
        <div class="book-search__more">
          <Spinner label={text.searching} />
        </div>
      )}
      {problem && <ProblemState problem={problem} onRetry={() => void search.search()} />}
      {found && !hasHits && (
        <EmptyState icon={SearchIcon} title={none!}>
          {found.isIndexed ? text.noHitsHelp : text.notSearchableHelp}
        </EmptyState>
      )}
      {hasHits && (
        <div class="book-search__found" aria-busy={isSearching}>
          <BatchedRows
            key={found.query}
            rows={hitsByTitle(found, (hit) => titleOf(reader, hit))}
            first={first}
            more={FIRST_HITS}
            sizeOf={({ hits }) => hits.length}
          >
            {({ chapter, title, count, hits }) => (
              <section key={`${chapter} ${hits[0]!.letter}`}>
                <h3 class="book-search__chapter label">
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
                          isVisited={search.visited.value === hit}
                          onGo={onGo}
                        />
                      </li>
                    )}
                  </BatchedRows>
                </ol>
              </section>
            )}
          </BatchedRows>
          {found.nextCursor !== null && <More search={search} />}
        </div>
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
      aria-current={isVisited ? 'true' : undefined}
      onClick={() => onGo(hit)}
    >
      <span class="book-search__sentence" dir="auto" lang={lang}>
        {quote?.before}
        <mark>{quote?.highlight}</mark>
        {quote?.after}
      </span>
      <span class="book-search__part note tabular">{text.percent(locations.totalProgression ?? 0)}</span>
    </button>
  )
}

function More({ search }: { search: BookSearch }) {
  return (
    <div class="book-search__more">
      {search.more.value === 'failed' && <p role="alert">{text.moreFailed}</p>}
      <Button
        variant="soft"
        aria-busy={search.more.value === 'coming'}
        onClick={({ currentTarget }) => {
          focusFirstAdded(currentTarget.closest('.book-search__found')!)
          void search.loadMore()
        }}
      >
        {search.more.value === 'failed' ? text.retry : text.moreHits}
      </Button>
    </div>
  )
}
