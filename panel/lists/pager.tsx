import { BackIcon, ForwardIcon } from '@estante/design/icons/icons.tsx'
import { text } from '../text.ts'
import './pager.css'

interface PagerProps {
  label: string
  page: { previousCursor: string | null; nextCursor: string | null }
  pathTo: (cursor: string) => string
}

/** Buttons for the next and previous page. Nothing for a single page. */
export function Pager({ label, page: { previousCursor, nextCursor }, pathTo }: PagerProps) {
  if (previousCursor === null && nextCursor === null) return null
  const [previous, next] = [previousCursor, nextCursor].map((cursor) => (cursor === null ? undefined : pathTo(cursor)))
  return (
    <nav class="pager row" aria-label={label}>
      <a class="pager__step label" href={previous} aria-disabled={previous === undefined ? 'true' : undefined}>
        <BackIcon />
        {text.common.previousPage}
      </a>
      <a class="pager__step label" href={next} aria-disabled={next === undefined ? 'true' : undefined}>
        {text.common.nextPage}
        <ForwardIcon />
      </a>
    </nav>
  )
}
