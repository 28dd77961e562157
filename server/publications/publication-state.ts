import type { PublicationState } from '@estante/contract/panel/publications.ts'
import type { ExpressionBuilder } from 'kysely'
import type { Publication, Tables } from '../db/tables.ts'

type StateRow = Pick<Publication, 'withdrawn_at' | 'publish_from' | 'publish_until'>

/** Says which state a title is in now: the first that holds. */
export function publicationStateOf(
  { withdrawn_at, publish_from, publish_until }: StateRow,
  now: number,
): PublicationState {
  if (withdrawn_at !== null) return 'withdrawn'
  if (publish_from === null) return 'draft'
  if (publish_until !== null && publish_until <= now) return 'ended'
  return publish_from > now ? 'scheduled' : 'published'
}

/** The same as a condition. */
export function isInState(state: PublicationState, now: number) {
  return (is: ExpressionBuilder<Tables, 'publication'>) => {
    if (state === 'withdrawn') return is('withdrawn_at', 'is not', null)
    if (state === 'draft') return is.and([is('withdrawn_at', 'is', null), is('publish_from', 'is', null)])
    const isHere = is.and([is('withdrawn_at', 'is', null), is('publish_from', 'is not', null)])
    if (state === 'ended') return is.and([isHere, is('publish_until', '<=', now)])
    const isNotOver = is.or([is('publish_until', 'is', null), is('publish_until', '>', now)])
    return is.and([isHere, isNotOver, is('publish_from', state === 'scheduled' ? '>' : '<=', now)])
  }
}
