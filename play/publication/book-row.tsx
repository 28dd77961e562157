import type { PublicationCard } from '@estante/contract/play/publications.ts'
import { Cover } from '@estante/design/cover/cover.tsx'
import { Skeleton } from '@estante/design/skeleton/skeleton.tsx'
import type { ComponentChildren } from 'preact'
import { ProgressLine } from './book.tsx'
import { Loading } from './book-skeleton.tsx'
import { langOf } from './publication.ts'
import './book-row.css'

interface BookRowProps {
  publication: PublicationCard
  href: string
  children?: ComponentChildren
}

/** A title in a list row, with its actions. */
export function BookRow({ publication, href, children }: BookRowProps) {
  const { title, author, cover } = publication
  const lang = langOf(publication)
  return (
    <div class="book-row stack">
      <a class="book-row__link" href={href}>
        <span>
          <Cover cover={cover} sizes="3.5rem" />
        </span>
        <span class="book-row__text stack">
          <span class="book-row__title clamped" lang={lang}>
            {title}
          </span>
          <span class="note one-line" lang={lang}>
            {author}
          </span>
          <ProgressLine publication={publication} />
        </span>
      </a>
      {children}
    </div>
  )
}

export function BookRowsSkeleton() {
  return (
    <div class="book-rows lined stack">
      {[1, 2, 3].map((row) => (
        <div class="book-row stack" key={row}>
          <span class="book-row__link">
            <Skeleton width="3.5rem" height="4.5rem" />
            <span class="book-row__text stack">
              <Skeleton width="70%" height="0.9375rem" />
              <Skeleton width="45%" height="0.8125rem" />
            </span>
          </span>
        </div>
      ))}
      <Loading />
    </div>
  )
}
