import { Button } from '@estante/design/button/button.tsx'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { SearchIcon } from '@estante/design/icons/icons.tsx'
import { Spinner } from '@estante/design/spinner/spinner.tsx'
import { useEffect, useRef } from 'preact/hooks'
import { BookGrid, BookGridSkeleton } from '../publication/book-grid.tsx'
import { ProblemState } from '../shell/problem.tsx'
import { text } from '../text.ts'
import type { PublicationList } from './publication-list.ts'
import './publication-results.css'

/** A list of titles, whatever became of it: on its way, empty, failed, or growing as its end comes near. */
export function PublicationResults({
  list,
  heading,
  emptyTitle,
  emptyHelp,
}: {
  list: PublicationList
  heading: string
  emptyTitle: string
  emptyHelp: string
}) {
  const items = list.items.value
  const problem = list.problem.value
  return (
    <section class="results" aria-label={heading} aria-busy={list.isRenewing.value}>
      <p class="visually-hidden" role="status">
        {items && !list.isLoading.value && text.explore.found(items.length, list.hasMore.value)}
      </p>
      {!items && !problem && <BookGridSkeleton />}
      {!items && problem && <ProblemState problem={problem} onRetry={list.retry} />}
      {items?.length === 0 && (
        <EmptyState icon={SearchIcon} title={emptyTitle}>
          {emptyHelp}
        </EmptyState>
      )}
      {items && items.length > 0 && <BookGrid publications={items} />}
      {items && problem && (
        <div class="results__more">
          <p>{text.explore.moreFailed}</p>
          <Button variant="soft" onClick={list.retry}>
            {text.shell.retry}
          </Button>
        </div>
      )}
      {list.hasMore.value && !problem && <MoreWhenNear onNear={list.more} />}
    </section>
  )
}

/** Stands at the end of the list, and calls when it comes within a screen of being seen. */
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
      <Spinner label={text.shell.loading} />
    </div>
  )
}
