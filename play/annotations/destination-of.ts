import type { Annotation } from '@estante/contract/play/annotations.ts'
import type { PublicationCard } from '@estante/contract/play/publications.ts'
import type { Destination } from '../places/destination.ts'

/** Locates an annotation in its title: a letter of an e-book, or a stretch of audio. */
export function destinationOf(
  type: PublicationCard['type'],
  { id, publicationRevision, locator, start, end }: Annotation,
): Destination {
  if (type === 'ebook') return { locator, letter: start, annotation: { id, publicationRevision } }
  return {
    locator: { ...locator, locations: { ...locator.locations, time: start / 1000 } },
    ...(end > start && { end: end / 1000 }),
    plays: true,
  }
}
