import type { PublicationCard } from '@estante/contract/play/publications.ts'
import type { Ending } from '@estante/contract/play/queue.ts'
import { isFinished } from '../publication/finished.ts'
import type { Form } from '../publication/publication.ts'

/** Returns the title that follows: the first of the member's queue, otherwise the next of the series. */
export function nextTitleOf({ queued, inSeries }: Ending): { card: PublicationCard; isQueued: boolean } | undefined {
  if (queued) return { card: queued, isQueued: true }
  return inSeries ? { card: inSeries, isQueued: false } : undefined
}

/** Returns the form to autoplay after an audiobook: only an audiobook, and only the queued form of a queued title. */
export function autoplayForm(ending: Ending): Form | undefined {
  const following = nextTitleOf(ending)
  if (!following) return undefined
  const { card, isQueued } = following
  const forms: (Form | null)[] = isQueued ? [card] : [card, card.otherForm]
  return forms.find((form) => form !== null && form.type === 'audiobook' && !isFinished(form)) ?? undefined
}
