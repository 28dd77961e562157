import { useLastAnswered } from '@estante/client/pages.ts'
import { Button } from '@estante/design/button/button.tsx'
import type { ComponentChildren, RefObject } from 'preact'
import { DayList } from '../lists/day-list.tsx'
import { EmptyList, List } from '../lists/list.tsx'
import { LoadMore } from '../lists/load-more.tsx'
import type { Feed, FeedPage } from './feed.ts'
import { formatShortMoment } from './format-moment.ts'
import { text } from './text.ts'

/** A list that grows at both ends, in any state. */
export function FeedView<T extends { id: string }>({
  feed,
  list,
  label,
  instantOf,
  newsText,
  arrivedText,
  none,
  children,
}: {
  feed: Feed<T>
  list: RefObject<HTMLDivElement | null>
  label: string
  instantOf: (item: T) => string
  newsText: (count: number) => string
  arrivedText: (count: number) => string
  /** Shown when there are no items. */
  none: ComponentChildren
  children: (item: T) => ComponentChildren
}) {
  const current = useLastAnswered(feed)
  return (
    <div>
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
      <List
        wanted={feed}
        cardHeight="5rem"
        empty={!feed.isLoadingMore.value && none}
        below={(page) => (page.items.length > 0 || page.searchedUntil) && <Foot feed={current} page={page} />}
      >
        {({ items }) => (
          <div class="feed__list" ref={list}>
            <DayList label={label} items={items} instantOf={instantOf}>
              {children}
            </DayList>
          </div>
        )}
      </List>
    </div>
  )
}

/** The end of the list: how far it was searched, and a button for more. */
function Foot<T>({ feed, page: { nextCursor, searchedUntil } }: { feed: Feed<T>; page: FeedPage<T> }) {
  const isSearching = searchedUntil !== null
  return (
    <div class="feed__foot">
      <p class="note" role="status">
        {feed.isLoadingMore.value && isSearching ? `${text.searching} ` : ''}
        {isSearching && text.searchedUntil(formatShortMoment(searchedUntil))}
        {nextCursor === null && text.end}
      </p>
      <LoadMore pages={feed} label={isSearching ? text.searchFurther : undefined} />
    </div>
  )
}

/** Shown when no item matches the filters, with a button that resets them once everything was searched. */
export function EmptyFeed<T>({ feed, help, onClear }: { feed: Feed<T>; help?: string; onClear: () => void }) {
  const isAll = feed.data.value?.searchedUntil === null
  return (
    <EmptyList title={isAll ? text.nothingTitle : text.nothingSoFarTitle} onClear={isAll ? onClear : undefined}>
      {isAll && help}
    </EmptyList>
  )
}
