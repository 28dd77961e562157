import type { Pages } from '@estante/client/pages.ts'
import { Button } from '@estante/design/button/button.tsx'
import { nextTask } from '@estante/design/next-task.ts'
import { text } from '../text.ts'
import './load-more.css'

/** The button for the next page, if there is one. Moves the focus to the first new row. */
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
        <p class="fault" role="alert">
          {text.common.moreFailed}
        </p>
      )}
      <Button
        variant="soft"
        aria-busy={isLoadingMore.value}
        onClick={({ currentTarget }) => void focusFirstNewRow(currentTarget, loadMore)}
      >
        {label}
      </Button>
    </div>
  )
}

/** Loads more and moves the focus on from the button, which goes away with the last page. */
async function focusFirstNewRow(button: HTMLElement, loadMore: () => Promise<void>) {
  const screen = button.closest('dialog, main')
  const rows = () => [...(screen?.querySelectorAll<HTMLElement>('tr, li') ?? [])]
  const known = rows()
  const last = known.findLast((row) => button.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_PRECEDING)
  await loadMore()
  await nextTask()
  const focused = document.activeElement
  const next = last?.isConnected ? rows()[rows().indexOf(last) + 1] : undefined
  // A row that was there before belongs to another list, below.
  const row = next && !known.includes(next) ? next : button.isConnected ? undefined : last
  // `useFocusRestore` moved the focus of the removed button to an element around it.
  if (!row || (focused !== button && !focused?.contains(row))) return
  const target = row.querySelector<HTMLElement>('a, button, input') ?? row
  if (target === row) row.tabIndex = -1
  target.focus({ preventScroll: true })
}
