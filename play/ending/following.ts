import type { PublicationCard } from '@estante/contract/play/publications.ts'
import type { Ending } from '@estante/contract/play/queue.ts'
import { type Form, isFinished } from '../publication/publication.ts'

/** What comes after a title: what the member asked for, else the next of its series. */
export function followingOf({ queued, inSeries }: Ending): { card: PublicationCard; isQueued: boolean } | undefined {
  if (queued) return { card: queued, isQueued: true }
  return inSeries ? { card: inSeries, isQueued: false } : undefined
}

/** Which form of it begins by itself after an audiobook: an audiobook, and what was put in the queue as it was put there. */
export function heardNext(ending: Ending): Form | undefined {
  const following = followingOf(ending)
  if (!following) return undefined
  const { card, isQueued } = following
  const forms: (Form | null)[] = isQueued ? [card] : [card, card.otherForm]
  return forms.find((form) => form !== null && form.type === 'audiobook' && !isFinished(form)) ?? undefined
}
