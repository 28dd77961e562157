import type { Pages } from '@estante/client/pages.ts'
import { ProblemState } from '@estante/client/problem-state.tsx'
import { ShowMore } from '@estante/client/show-more.tsx'
import type { PublicationCard } from '@estante/contract/play/publications.ts'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { SearchIcon } from '@estante/design/icons/icons.tsx'
import { Spinner } from '@estante/design/spinner/spinner.tsx'
import { useEffect, useRef } from 'preact/hooks'
import { BookGrid, BookGridSkeleton } from '../publication/book-grid.tsx'
import { text as allText } from '../text.ts'
import { text } from './text.ts'
import './publication-results.css'

const shellText = allText.shell

interface PublicationResultsProps {
  list: Pages<PublicationCard>
  /** Whether the titles are the previous search's, shown until the new ones arrive. */
  isStale?: boolean
  heading: string
  emptyTitle: string
  emptyHelp: string
}

/** A list of titles in any state: loading, empty, failed, or growing near its end. */
export function PublicationResults({ list, isStale = false, heading, emptyTitle, emptyHelp }: PublicationResultsProps) {
  const { items, nextCursor } = list.data.value ?? {}
  const problem = list.problem.value
  return (
    <section class="results" aria-label={heading} aria-busy={isStale}>
      <p class="visually-hidden" role="status">
        {items && !isStale && !list.isLoadingMore.value && text.found(items.length, nextCursor !== null)}
      </p>
      {!items && !problem && <BookGridSkeleton />}
      {!items && problem && <ProblemState problem={problem} onRetry={list.load} />}
      {items?.length === 0 && (
        <EmptyState icon={SearchIcon} title={emptyTitle}>
          {emptyHelp}
        </EmptyState>
      )}
      {/* Another search has cards of its own: a card in both lists would move across the screen. */}
      {items && items.length > 0 && (
        <BookGrid
          key={list}
          publications={items}
          end={
            <li class="book-grid__end" role="none">
              <MoreOfList list={list} />
            </li>
          }
        />
      )}
    </section>
  )
}

/** The end of a list, in its section: loads more as it comes near, or offers a retry. */
export function MoreOfList<T>({ list }: { list: Pages<T> }) {
  if (list.hasMoreFailed.value) {
    return (
      <div class="results__more">
        <ShowMore list={list} failure={text.moreFailed} />
      </div>
    )
  }
  return list.data.value?.nextCursor ? <MoreWhenNear onNear={list.loadMore} /> : null
}

/** A marker at the end of the list, which calls back within a screen of being visible. */
function MoreWhenNear({ onNear }: { onNear: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onNear()
      },
      { rootMargin: '100% 0px' },
    )
    if (end.current) watcher.observe(end.current)
    return () => watcher.disconnect()
  })
  return (
    <div class="results__more" ref={end}>
      <Spinner label={shellText.loading} />
    </div>
  )
}
