import { Button } from '@estante/design/button/button.tsx'
import { focusFirstAdded } from '@estante/design/long-list/focus-first-added.ts'
import type { Pages } from './pages.ts'
import { text } from './text.ts'

interface ShowMoreProps<T> {
  list: Pages<T>
  /** Tells that the last requested page failed. */
  failure: string
}

/**
 * The button for the next page of the list in its `section`. It disappears with the last page: the focus then moves to
 * the first row of that page.
 */
export function ShowMore<T>({ list, failure }: ShowMoreProps<T>) {
  const hasFailed = list.hasMoreFailed.value
  return (
    <>
      {hasFailed && <p role="alert">{failure}</p>}
      <Button
        variant="soft"
        aria-busy={list.isLoadingMore.value}
        onClick={({ currentTarget }) => {
          focusFirstAdded(currentTarget.closest('section')!)
          void list.loadMore()
        }}
      >
        {hasFailed ? text.retry : text.more}
      </Button>
    </>
  )
}
