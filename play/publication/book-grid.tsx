import type { PublicationCard } from '@estante/contract/play/publications.ts'
import { BatchedRows } from '@estante/design/long-list/batched-rows.tsx'
import { Skeleton } from '@estante/design/skeleton/skeleton.tsx'
import type { ComponentChildren } from 'preact'
import { text } from '../text.ts'
import { Book } from './book.tsx'
import { firstOfGrid } from './first-cards.ts'
import './book-grid.css'

const EAGER_COVERS = 6

/** Titles in as many columns as fit, then `end`. */
export function BookGrid({ publications, end }: { publications: readonly PublicationCard[]; end?: ComponentChildren }) {
  return (
    <ul class="book-grid">
      <BatchedRows rows={publications} first={firstOfGrid()} more={4} end={end}>
        {(publication, index) => (
          <li key={publication.id}>
            <Book publication={publication} eager={index < EAGER_COVERS} />
          </li>
        )}
      </BatchedRows>
    </ul>
  )
}

export function BookGridSkeleton() {
  return (
    <div class="book-grid">
      <Loading />
      {Array.from({ length: Math.min(10, firstOfGrid()) }, (_, index) => (
        <BookSkeleton key={index} height="auto" ratio={index % 3 === 1 ? '1' : '2 / 3'} />
      ))}
    </div>
  )
}

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
