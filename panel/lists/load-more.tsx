import type { Pages } from '@estante/client/pages.ts'
import { Button } from '@estante/design/button/button.tsx'
import { text } from '../text.ts'
import './load-more.css'

/** The button for the next page, if there is one. */
export function LoadMore<T>({
  pages: { data, isLoadingMore, hasMoreFailed, loadMore },
  label = text.common.more,
}: {
  pages: Pick<Pages<T>, 'data' | 'isLoadingMore' | 'hasMoreFailed' | 'loadMore'>
  label?: string | undefined
}) {
  if (!data.value || data.value.nextCursor === null) return null
  return (
    <div class="load-more">
      {hasMoreFailed.value && (
        <p class="load-more__problem" role="alert">
          {text.common.moreFailed}
        </p>
      )}
      <Button variant="soft" aria-busy={isLoadingMore.value} onClick={() => void loadMore()}>
        {label}
      </Button>
    </div>
  )
}
