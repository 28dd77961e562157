import type { PublicationState } from '@estante/contract/panel/publications.ts'
import type { ExpressionBuilder } from 'kysely'
import type { Publication, Tables } from '../db/tables.ts'

/** The columns that a state depends on. */
export const STATE_COLUMNS = ['withdrawn_at', 'publish_from', 'publish_until'] as const
export type StateColumns = Pick<Publication, (typeof STATE_COLUMNS)[number]>

/** Returns the state of a title now: the first that holds. */
export function publicationStateOf(
  { withdrawn_at, publish_from, publish_until }: StateColumns,
  now: number,
): PublicationState {
  if (withdrawn_at !== null) return 'withdrawn'
  if (publish_from === null) return 'draft'
  if (publish_until !== null && publish_until <= now) return 'ended'
  return publish_from > now ? 'scheduled' : 'published'
}

/** Builds the SQL condition of a title in the operator's catalog. */
export function isNotWithdrawn(is: ExpressionBuilder<Tables, 'publication'>) {
  return is('publication.withdrawn_at', 'is', null)
}

/** Expresses `publicationStateOf` as an SQL condition for one state. For members and partners: `availableTo`. */
export function isInState(state: PublicationState, now: number) {
  return (is: ExpressionBuilder<Tables, 'publication'>) => {
    const isPublic = is.and([isNotWithdrawn(is), is('publish_from', 'is not', null)])
    const isNotOver = is.or([is('publish_until', 'is', null), is('publish_until', '>', now)])
    const conditions = {
      withdrawn: is('withdrawn_at', 'is not', null),
      draft: is.and([isNotWithdrawn(is), is('publish_from', 'is', null)]),
      ended: is.and([isPublic, is('publish_until', '<=', now)]),
      scheduled: is.and([isPublic, isNotOver, is('publish_from', '>', now)]),
      published: is.and([isPublic, isNotOver, is('publish_from', '<=', now)]),
    } satisfies Record<PublicationState, unknown>
    return conditions[state]
  }
}
