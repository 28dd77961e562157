import type { Pages } from '@estante/client/pages.ts'
import { Button } from '@estante/design/button/button.tsx'
import { text } from '../text.ts'
import './load-more.css'

/** The button for the next page, if there is one. */
export function LoadMore<T>({ pages }: { pages: Pages<T> }) {
  if (!pages.data.value || pages.data.value.nextCursor === null) return null
  return (
    <div class="load-more">
      {pages.hasMoreFailed.value && (
        <p class="load-more__problem" role="alert">
          {text.common.moreFailed}
        </p>
      )}
      <Button variant="soft" aria-busy={pages.isLoadingMore.value} onClick={() => void pages.loadMore()}>
        {text.common.more}
      </Button>
    </div>
  )
}
