import { Skeleton } from '@estante/design/skeleton/skeleton.tsx'
import { text } from '../text.ts'
import './book-skeleton.css'

/** Announces to screen readers that something is loading. */
export function Loading() {
  return (
    <p class="visually-hidden" role="status">
      {text.shell.loading}
    </p>
  )
}

export function BookSkeleton({ height, ratio }: { height: string; ratio: string }) {
  return (
    <div class="book-skeleton stack">
      <div class="book-skeleton__stand">
        <span class="book-skeleton__cover" style={{ height, aspectRatio: ratio }} />
      </div>
      <Skeleton width="80%" height="0.875rem" />
      <Skeleton width="55%" height="0.75rem" />
    </div>
  )
}
