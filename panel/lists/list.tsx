import { type Page, type Pages, useLastAnswered } from '@estante/client/pages.ts'
import type { Resource } from '@estante/client/resource.ts'
import { Button } from '@estante/design/button/button.tsx'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { SearchIcon } from '@estante/design/icons/icons.tsx'
import { TableSkeleton } from '@estante/design/table/table-skeleton.tsx'
import type { ComponentChildren } from 'preact'
import { ResourceContent } from '../shell/resource-content.tsx'
import { text } from '../text.ts'
import { LoadMore } from './load-more.tsx'
import './list.css'

/** A list in any state: loading, stale until `wanted` arrives, failed, empty, or rendered by `children`. */
export function List<Data extends { items: readonly unknown[] }>({
  wanted,
  cardHeight,
  empty,
  children,
  below,
}: {
  wanted: Pick<Resource<Data>, 'data' | 'problem' | 'load'>
  cardHeight: string
  empty: ComponentChildren
  children: (data: Data, isStale: boolean) => ComponentChildren
  /** Further content, with and without items. */
  below?: (data: Data) => ComponentChildren
}) {
  const current = useLastAnswered(wanted)
  const isStale = current !== wanted
  return (
    <div class="list stack" aria-busy={isStale}>
      <ResourceContent resource={current} skeleton={<TableSkeleton cardHeight={cardHeight} />}>
        {(data) => (
          <>
            {data.items.length > 0 ? children(data, isStale) : empty}
            {below?.(data)}
          </>
        )}
      </ResourceContent>
    </div>
  )
}

interface PagedListProps<T> {
  wanted: Pages<T>
  cardHeight: string
  empty: ComponentChildren
  found?: (count: number, hasMore: boolean) => string
  children: (items: T[]) => ComponentChildren
}

/** A list with more pages. `found` is the number of items so far, and whether there are more. */
export function PagedList<T>({ wanted, cardHeight, found, empty, children }: PagedListProps<T>) {
  const current = useLastAnswered(wanted)
  return (
    <List<Page<T>> wanted={wanted} cardHeight={cardHeight} empty={empty} below={() => <LoadMore pages={current} />}>
      {({ items, nextCursor }) => (
        <>
          {found && (
            <p class="visually-hidden" role="status">
              {found(items.length, nextCursor !== null)}
            </p>
          )}
          {children(items)}
        </>
      )}
    </List>
  )
}

interface EmptyListProps {
  title: string
  clear?: string
  /** Undefined while there may be more to find. */
  onClear: (() => void) | undefined
  children?: ComponentChildren
}

/** Shown when no item matches the filters, with a button that resets them. */
export function EmptyList({ title, clear = text.common.clearFilters, onClear, children }: EmptyListProps) {
  return (
    <EmptyState
      icon={SearchIcon}
      title={title}
      action={
        onClear && (
          <Button variant="soft" onClick={onClear}>
            {clear}
          </Button>
        )
      }
    >
      {children}
    </EmptyState>
  )
}
