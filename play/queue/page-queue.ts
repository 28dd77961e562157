import { isCode } from '@estante/client/answer.ts'
import { createChangeableResource } from '@estante/client/changeable-resource.ts'
import type { PublicationCard } from '@estante/contract/play/publications.ts'
import type { Queue } from '@estante/contract/play/queue.ts'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { screen } from '../router.ts'
import { api } from '../session/api.ts'
import { getData, refresh } from '../session/resource.ts'
import { moveBefore } from './move-before.ts'
import { text } from './text.ts'

/** The member's queue, synchronized across devices. */
export const queue = createChangeableResource<Queue>(() => getData('/play/v1/queue'))

export function isQueued({ id }: Pick<PublicationCard, 'id'>): boolean {
  return queue.data.value?.items.some((one) => one.id === id) ?? false
}

/**
 * Adds or moves a title before another one of the queue, or to its end. Updates the screen optimistically. Returns
 * whether the service did it, as `removeFromQueue` does.
 */
export function putInQueue(card: PublicationCard, before?: string): Promise<boolean> {
  return change(
    (items) => moveBefore(items, card, before),
    () => api.post('/play/v1/queue', { id: card.id, ...(before !== undefined && { before }) }),
  )
}

export function removeFromQueue({ id }: Pick<PublicationCard, 'id'>): Promise<boolean> {
  return change(
    (items) => items.filter((one) => one.id !== id),
    () => api.delete(`/play/v1/queue/${id}`),
  )
}

export function toggleQueued(publication: PublicationCard) {
  const isIn = isQueued(publication)
  showToast((isIn ? text.removedToast : text.addedToast)(publication.title))
  void (isIn ? removeFromQueue(publication) : putInQueue(publication))
}

async function change(onSight: (items: PublicationCard[]) => PublicationCard[], send: () => Promise<Queue>) {
  try {
    await queue.change((current) => ({ items: onSight(current?.items ?? []) }), send)
    // A visible home screen would move under the finger and lose the focus.
    if (screen.peek().name !== 'home') refresh('/play/v1/home')
    return true
  } catch (reason) {
    showToast(isCode(reason, 'QUEUE_FULL') ? text.full : text.failed)
    return false
  }
}
