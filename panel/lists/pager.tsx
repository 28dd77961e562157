import { BackIcon, ForwardIcon } from '@estante/design/icons/icons.tsx'
import { text } from '../text.ts'
import './pager.css'

/** The way to the next page of a list, and back. Nothing where all of it is on one. */
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
