import { type Actor, appendAudit } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import type { Publication } from '../db/tables.ts'
import { ApiError } from '../http/errors.ts'
import { PREVIEW_PARTNER_ID } from '../tenancy.ts'
import { changePublication } from './change-publication.ts'
import { versionOf } from './version-of.ts'
import { replacePartners } from './write-publication.ts'

export interface StateRequest {
  state: 'published' | 'draft' | 'withdrawn'
  /** Instants, for what is published. */
  from?: string | null
  until?: string | null
  /** The version of the state that was seen; undefined: whatever it is. */
  stateVersion?: string | undefined
}

const ACTS = {
  published: 'publication-published',
  draft: 'publication-drafted',
  withdrawn: 'publication-withdrawn',
} as const

/**
 * Publishes a title for a time, makes it a draft, or takes it down. Without an actor it is nobody's act. Throws
 * `VALIDATION`, and `CHANGED_MEANWHILE` when the state is no longer that of `stateVersion`. False when there is no such title.
 */
export async function changePublicationState(
  context: Context,
  id: string,
  { state, from, until, stateVersion }: StateRequest,
  actor?: Actor,
): Promise<boolean> {
  const now = context.clock.now()
  const prepare = async (row: Publication) => {
    const columns = toTimes(row)
    const isSo = (Object.keys(columns) as (keyof typeof columns)[]).every((column) => columns[column] === row[column])
    if (isSo) return undefined
    if (stateVersion !== undefined && stateVersion !== versionOfState(row)) throw new ApiError('CHANGED_MEANWHILE')
    return columns
  }
  return changePublication(context, id, prepare, async (tx, { title }) => {
    const detail = { id, ...(from && { from }), ...(until && { until }) }
    if (actor) await appendAudit(tx, now, actor, ACTS[state], title, detail)
  })

  function toTimes(row: Publication): Partial<Times> {
    if (state === 'withdrawn') return { removed_at: row.removed_at ?? now }
    if (state === 'draft') return { removed_at: null, publish_from: null, publish_until: null }
    const since = row.publish_from !== null && row.publish_from <= now ? row.publish_from : now
    const publishFrom = from ? Date.parse(from) : since
    const publishUntil = until ? Date.parse(until) : null
    if (publishUntil !== null && publishUntil <= Math.max(publishFrom, now)) {
      throw new ApiError('VALIDATION', ['O campo "until" deve ser depois de "from" e de agora.'])
    }
    // Publishing counts as a review.
    return { removed_at: null, publish_from: publishFrom, publish_until: publishUntil, review: null }
  }
}

/** Names whether and when a title is shown. */
export function versionOfState({ removed_at, publish_from, publish_until }: Omit<Times, 'review'>): string {
  return versionOf([removed_at, publish_from, publish_until])
}

type Times = Pick<Publication, 'removed_at' | 'publish_from' | 'publish_until' | 'review'>

/**
 * Says which partners alone have a title; null: all. Throws `VALIDATION`,
 * and `CHANGED_MEANWHILE` when they are no longer those of `partnersVersion`. False when there is no such title.
 */
export async function changeAvailability(
  context: Context,
  id: string,
  { partnerIds, partnersVersion }: { partnerIds: string[] | null; partnersVersion?: string | undefined },
  actor: Actor,
): Promise<boolean> {
  const chosen = [...new Set(partnerIds ?? [])]
  const partners = await findPartners(context, chosen)
  return changePublication(
    context,
    id,
    async (row) => {
      const before = row.is_restricted === 1 ? await chosenBefore(row.id) : null
      const version = versionOfPartners(partnerIds === null ? null : chosen)
      if (version === versionOfPartners(before)) return undefined
      if (partnersVersion !== undefined && partnersVersion !== versionOfPartners(before)) {
        throw new ApiError('CHANGED_MEANWHILE')
      }
      return { is_restricted: partnerIds === null ? 0 : 1 }
    },
    async (tx, row) => {
      await replacePartners(tx, row.id, partners)
      const detail = { id, ...(partnerIds !== null && { partners: partnerIds.length }) }
      await appendAudit(tx, context.clock.now(), actor, 'availability-changed', row.title, detail)
    },
  )

  async function chosenBefore(titleId: number): Promise<string[]> {
    const rows = await context.db.read
      .selectFrom('publication_partner')
      .innerJoin('partner', 'partner.id', 'publication_partner.partner_id')
      .select('partner.public_id')
      .where('publication_id', '=', titleId)
      .execute()
    return rows.map((row) => row.public_id)
  }
}

/** Names which partners alone have a title; null: all. */
export function versionOfPartners(partnerIds: readonly string[] | null): string {
  return versionOf(partnerIds?.toSorted() ?? null)
}

/** Throws `VALIDATION` when there is one that is none. */
async function findPartners({ db }: Context, partnerIds: string[]): Promise<number[]> {
  if (partnerIds.length === 0) return []
  const known = await db.read
    .selectFrom('partner')
    .select('id')
    .where('public_id', 'in', partnerIds)
    .where('id', '!=', PREVIEW_PARTNER_ID)
    .execute()
  if (known.length < partnerIds.length) {
    throw new ApiError('VALIDATION', ['O campo "partnerIds" tem um parceiro que não existe.'])
  }
  return known.map(({ id }) => id)
}
