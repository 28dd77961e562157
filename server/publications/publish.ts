import type { Context } from '../context.ts'
import type { Transaction } from '../db/open.ts'
import type { Publication } from '../db/tables.ts'
import { ApiError } from '../http/errors.ts'
import { PREVIEW_PARTNER_ID } from '../partners/partner.ts'
import { changePublication } from './change-publication.ts'
import { replacePartners } from './write-publication.ts'

export interface StateRequest {
  state: 'published' | 'draft' | 'withdrawn'
  /** Instants, for what is published. */
  from?: string | null
  until?: string | null
}

type Alongside = (tx: Transaction) => Promise<void>

/**
 * Publishes a title for a time, makes it a draft, or takes it down. `alongside` is not done when it is so already. Throws
 * `VALIDATION`. False when there is no such title.
 */
export async function changePublicationState(
  context: Context,
  id: string,
  { state, from, until }: StateRequest,
  alongside: Alongside,
): Promise<boolean> {
  const now = context.clock.now()
  const prepare = async (row: Publication) => {
    const columns = toTimes(row)
    const isSo = (Object.keys(columns) as (keyof typeof columns)[]).every((column) => columns[column] === row[column])
    return isSo ? undefined : columns
  }
  return changePublication(context, id, prepare, alongside)

  function toTimes(row: Publication): Partial<Times> {
    if (state === 'withdrawn') return { removed_at: row.removed_at ?? now }
    if (state === 'draft') return { removed_at: null, publish_from: null, publish_until: null }
    const since = row.publish_from !== null && row.publish_from <= now ? row.publish_from : now
    const publishFrom = from ? Date.parse(from) : since
    const publishUntil = until ? Date.parse(until) : null
    if (publishUntil !== null && publishUntil <= Math.max(publishFrom, now)) {
      throw new ApiError('VALIDATION', ['O campo "until" deve ser depois de "from" e de agora.'])
    }
    // Whoever publishes it has looked at it.
    return { removed_at: null, publish_from: publishFrom, publish_until: publishUntil, review: null }
  }
}

type Times = Pick<Publication, 'removed_at' | 'publish_from' | 'publish_until' | 'review'>

/**
 * Says which partners alone have a title; null: all. `alongside` is not done when it is so already. Throws `VALIDATION`.
 * False when there is no such title.
 */
export async function changeAvailability(
  context: Context,
  id: string,
  partnerIds: string[] | null,
  alongside: Alongside,
): Promise<boolean> {
  const chosen = [...new Set(partnerIds ?? [])]
  await refuseUnknown(context, chosen)
  return changePublication(
    context,
    id,
    async (row) => {
      const isRestricted = partnerIds === null ? 0 : 1
      if (row.is_restricted !== isRestricted) return { is_restricted: isRestricted }
      const isSo = partnerIds === null || new Set(chosen).symmetricDifference(await chosenBefore()).size === 0
      return isSo ? undefined : {}
    },
    async (tx) => {
      await replacePartners(tx, id, chosen)
      await alongside(tx)
    },
  )

  async function chosenBefore(): Promise<Set<string>> {
    const rows = await context.db.read
      .selectFrom('publication_partner')
      .select('partner_id')
      .where('publication_id', '=', id)
      .execute()
    return new Set(rows.map((row) => row.partner_id))
  }
}

async function refuseUnknown({ db }: Context, partnerIds: string[]): Promise<void> {
  if (partnerIds.length === 0) return
  const known = await db.read
    .selectFrom('partner')
    .select('id')
    .where('id', 'in', partnerIds)
    .where('id', '!=', PREVIEW_PARTNER_ID)
    .execute()
  if (known.length < partnerIds.length) {
    throw new ApiError('VALIDATION', ['O campo "partnerIds" tem um parceiro que não existe.'])
  }
}
