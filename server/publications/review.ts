import type { ReviewReason } from '@estante/contract/panel/publications.ts'
import type { Connection } from '../db/database.ts'
import type { Publication } from '../db/tables.ts'
import { isNotWithdrawn } from './publication-state.ts'

/** Returns why a title waits for a review; empty when it does not. */
export function readReview({ review }: Pick<Publication, 'review'>): ReviewReason[] {
  return review === null ? [] : (JSON.parse(review) as ReviewReason[])
}

export function toReviewColumn(reasons: readonly ReviewReason[]): string | null {
  return reasons.length === 0 ? null : JSON.stringify(reasons)
}

/** Whether the catalog has a title of the same form, name and author under another id. */
export async function isSecondCopy(
  db: Connection,
  { type, work_key }: Pick<Publication, 'type' | 'work_key'>,
  id: string,
): Promise<boolean> {
  const other = await db
    .selectFrom('publication')
    .select('id')
    .where('work_key', '=', work_key)
    .where('type', '=', type)
    .where('public_id', '!=', id)
    .where(isNotWithdrawn)
    .executeTakeFirst()
  return other !== undefined
}
