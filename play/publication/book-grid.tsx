import type { PublicationCard } from '@estante/contract/play/publications.ts'
import { BatchedRows } from '@estante/design/long-list/batched-rows.tsx'
import type { ComponentChildren } from 'preact'
import { Book } from './book.tsx'
import { BookSkeleton, Loading } from './book-skeleton.tsx'
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
