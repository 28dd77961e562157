import { useWhenBackOnline } from '@estante/client/online.ts'
import { ProblemState } from '@estante/client/problem-state.tsx'
import { Button } from '@estante/design/button/button.tsx'
import { Callout } from '@estante/design/callout/callout.tsx'
import { Skeleton } from '@estante/design/skeleton/skeleton.tsx'
import type { ComponentChildren, RefObject } from 'preact'
import { text as panelText } from '../text.ts'
import type { Feed, FeedPage } from './feed.ts'
import { formatShortMoment } from './format-moment.ts'
import { text } from './text.ts'

const LINES = Array.from({ length: 8 }, (_, line) => line)

/** A list that grows at both ends, in any state. */
export function FeedView<T>({
  feed,
  page,
  list,
  newsText,
  arrivedText,
  none,
  children,
}: {
  feed: Feed<T>
  page: FeedPage<T> | undefined
  list: RefObject<HTMLDivElement | null>
  newsText: (count: number) => string
  arrivedText: (count: number) => string
  /** Shown when there are no items. */
  none: ComponentChildren
  children: (items: readonly T[]) => ComponentChildren
}) {
  const isComing = feed.data.value === undefined
  const blocking = !page && feed.problem.value
  useWhenBackOnline(() => {
    if (!blocking) void feed.load()
  })
  if (!page) {
    return blocking ? <ProblemState problem={blocking} onRetry={feed.load} /> : <Lines />
  }
  const isEmpty = page.items.length === 0
  const isLookingForFirst = isEmpty && feed.isLoadingMore.value
  return (
    <div class="feed" data-coming={isComing ? '' : undefined} aria-busy={isComing}>
      {feed.problem.value && (
        <Callout tone="notice" isAlert>
          {panelText.problem.stale}
        </Callout>
      )}
      <div class="feed__news" role="status">
        {feed.hasManyNews.value || feed.news.value.length > 0 ? (
          <Button
            size="compact"
            onClick={() => {
              feed.showNews()
              list.current?.scrollIntoView({ block: 'start' })
            }}
          >
            {feed.hasManyNews.value ? text.newest : newsText(feed.news.value.length)}
          </Button>
        ) : (
          <span class="visually-hidden">{feed.arrived.value > 0 ? arrivedText(feed.arrived.value) : ''}</span>
        )}
      </div>
      <div class="feed__list" ref={list}>
        {isEmpty ? !isLookingForFirst && none : children(page.items)}
      </div>
      {(!isEmpty || page.searchedUntil) && <Foot feed={feed} page={page} />}
    </div>
  )
}

/** How far the list goes, and a button for more. */
function Foot<T>({ feed, page: { nextCursor, searchedUntil } }: { feed: Feed<T>; page: FeedPage<T> }) {
  const isSearching = searchedUntil !== null
  return (
    <div class="feed__foot">
      <p class="feed__text" role="status">
        {feed.isLoadingMore.value && isSearching ? `${text.searching} ` : ''}
        {isSearching && text.searchedUntil(formatShortMoment(searchedUntil))}
        {nextCursor === null && text.end}
      </p>
      {feed.hasMoreFailed.value && (
        <p class="feed__problem" role="alert">
          {panelText.common.moreFailed}
        </p>
      )}
      {nextCursor !== null && (
        <Button variant="soft" aria-busy={feed.isLoadingMore.value} onClick={() => void feed.loadMore()}>
          {isSearching ? text.searchFurther : text.more}
        </Button>
      )}
    </div>
  )
}

function Lines() {
  return (
    <div class="feed" aria-busy="true">
      <span class="visually-hidden" role="status">
        {panelText.shell.loading}
      </span>
      <div class="card lined" aria-hidden="true">
        {LINES.map((line) => (
          <div key={line} class="feed__line">
            <Skeleton width="4rem" height="0.875rem" />
            <Skeleton width="12rem" height="0.875rem" />
          </div>
        ))}
      </div>
    </div>
  )
}
