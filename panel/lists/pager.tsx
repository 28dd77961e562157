import { BackIcon, ForwardIcon } from '@estante/design/icons/icons.tsx'
import { text } from '../text.ts'
import './pager.css'

/** Buttons for the next and previous page. Nothing for a single page. */
export function Pager({
  label,
  previous,
  next,
}: {
  label: string
  previous: string | undefined
  next: string | undefined
}) {
  if (previous === undefined && next === undefined) return null
  return (
    <nav class="pager" aria-label={label}>
      <a class="pager__step" href={previous} aria-disabled={previous === undefined ? 'true' : undefined}>
        <BackIcon />
        {text.common.previousPage}
      </a>
      <a class="pager__step" href={next} aria-disabled={next === undefined ? 'true' : undefined}>
        {text.common.nextPage}
        <ForwardIcon />
      </a>
    </nav>
  )
}
