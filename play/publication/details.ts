import type { PublicationCard } from '@estante/contract/play/publications.ts'
import { signal } from '@preact/signals'

/** The title whose details are on show, if any. */
export const detailed = signal<PublicationCard>()

export function showDetails(publication: PublicationCard) {
  detailed.value = publication
}

export function hideDetails() {
  detailed.value = undefined
}
