import { type Page, type Pages, useShown } from '@estante/client/pages.ts'
import type { Resource } from '@estante/client/resource.ts'
import { Button } from '@estante/design/button/button.tsx'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { SearchIcon } from '@estante/design/icons/icons.tsx'
import { TableSkeleton } from '@estante/design/table/table-skeleton.tsx'
import type { ComponentChildren } from 'preact'
import { Loaded } from '../shell/loaded.tsx'
import { LoadMore } from './load-more.tsx'
import './list.css'

/** A list in each of its states: on its way, stale until `wanted` comes, failed, empty, or drawn by `children`. */
export function List<Data extends { items: readonly unknown[] }>({
  wanted,
  cardHeight,
  empty,
  children,
}: {
  wanted: Resource<Data>
  cardHeight: string
  empty: (data: Data) => ComponentChildren
  children: (data: Data, isStale: boolean) => ComponentChildren
}) {
  const current = useShown(wanted)
  const isStale = current !== wanted
  return (
    <div class="list" aria-busy={isStale}>
      <Loaded resource={current} skeleton={<TableSkeleton cardHeight={cardHeight} />}>
        {(data) => (data.items.length > 0 ? children(data, isStale) : empty(data))}
      </Loaded>
    </div>
  )
}

/** A list with more to load at its end. `found` says how many there are, and whether there are more. */
export function PagedList<T>({
  wanted,
  cardHeight,
  found,
  empty,
  children,
}: {
  wanted: Pages<T>
  cardHeight: string
  empty: ComponentChildren
  found: (count: number, hasMore: boolean) => string
  children: (items: T[]) => ComponentChildren
}) {
  const current = useShown(wanted)
  return (
    <List<Page<T>> wanted={wanted} cardHeight={cardHeight} empty={() => empty}>
      {({ items, nextCursor }) => (
        <>
          <p class="visually-hidden" role="status">
            {found(items.length, nextCursor !== null)}
          </p>
          {children(items)}
          <LoadMore pages={current} />
        </>
      )}
    </List>
  )
}

/** What stands where the filters let nothing through, and the way out of them. */
export function NothingFound({
  title,
  clear,
  onClear,
  children,
}: {
  title: string
  clear: string
  onClear: () => void
  children?: ComponentChildren
}) {
  return (
    <EmptyState
      icon={SearchIcon}
      title={title}
      action={
        <Button variant="soft" onClick={onClear}>
          {clear}
        </Button>
      }
    >
      {children}
    </EmptyState>
  )
}
