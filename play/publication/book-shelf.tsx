import type { PublicationCard } from '@estante/contract/play/publications.ts'
import { Shelf } from '@estante/design/shelf/shelf.tsx'
import { Book } from './book.tsx'
import { firstOfShelf } from './first-cards.ts'

interface BookShelfProps {
  title: string
  publications: readonly PublicationCard[]
  more?: { href: string; label: string }
}

/** A row of titles under a heading; nothing without titles. */
export function BookShelf({ title, publications, more }: BookShelfProps) {
  if (publications.length === 0) return null
  return (
    <Shelf title={title} first={firstOfShelf()} {...(more && { more })}>
      {publications.map((publication) => (
        <Book key={publication.id} publication={publication} isOnShelf />
      ))}
    </Shelf>
  )
}
