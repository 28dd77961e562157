import type { AuditAct } from '@estante/contract/audit-sentence.ts'
import type {
  changeDrafts as changeDraftsRoute,
  changePublicationState as changePublicationStateRoute,
  DraftRefusal,
} from '@estante/contract/panel/publications.ts'
import type { Answer, Body } from '@estante/contract/route.ts'
import { type Actor, appendAudit } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { isDatabaseUnavailable } from '../db/errors.ts'
import type { Publication } from '../db/tables.ts'
import { ApiError } from '../http/errors.ts'
import { PREVIEW_PARTNER_ID } from '../tenancy.ts'
import { versionOf } from '../version-of.ts'
import { changePublication } from './change-publication.ts'
import { STATE_COLUMNS, type StateColumns } from './publication-state.ts'
import { replacePartners } from './write-publication.ts'

type StateRequest = Body<typeof changePublicationStateRoute>

const ACTS = {
  published: 'publication-published',
  draft: 'publication-drafted',
  withdrawn: 'publication-withdrawn',
} as const satisfies Record<StateRequest['state'], AuditAct>

/**
 * Publishes a title with dates, makes it a draft, or withdraws it. Throws `VALIDATION`, and `CHANGED_MEANWHILE` when
 * the version is no longer `stateVersion`. Returns false for an unknown title.
 */
export async function changePublicationState(
  context: Context,
  id: string,
  { state, from, until, stateVersion }: StateRequest,
  actor: Actor,
): Promise<boolean> {
  const now = context.clock.now()
  const prepare = async (row: Publication) => {
    const columns = toColumns(row)
    const isUnchanged = (Object.keys(columns) as (keyof typeof columns)[]).every(
      (column) => columns[column] === row[column],
    )
    if (isUnchanged) return undefined
    if (stateVersion !== undefined && stateVersion !== versionOfState(row)) throw new ApiError('CHANGED_MEANWHILE')
    return columns
  }
  return changePublication(context, id, prepare, async (tx, { title }) => {
    const detail = { id, ...(from && { from }), ...(until && { until }) }
    await appendAudit(tx, now, actor, ACTS[state], title, detail)
  })

  function toColumns(row: Publication): Partial<StateColumns & Pick<Publication, 'review'>> {
    if (state === 'withdrawn') return { withdrawn_at: row.withdrawn_at ?? now }
    if (state === 'draft') return { withdrawn_at: null, publish_from: null, publish_until: null }
    const since = row.publish_from !== null && row.publish_from <= now ? row.publish_from : now
    const publishFrom = from ? Date.parse(from) : since
    const publishUntil = until ? Date.parse(until) : null
    if (publishUntil !== null && publishUntil <= Math.max(publishFrom, now)) {
      throw new ApiError('VALIDATION', ['O campo "until" deve ser depois de "from" e de agora.'])
    }
    // Publishing counts as a review.
    return { withdrawn_at: null, publish_from: publishFrom, publish_until: publishUntil, review: null }
  }
}

type DraftsRequest = Body<typeof changeDraftsRoute>

/** Publishes or withdraws drafts, each in its own transaction. Throws when the database is unavailable. */
export async function changeDrafts(
  context: Context,
  { ids, state }: DraftsRequest,
  actor: Actor,
): Promise<Answer<typeof changeDraftsRoute>['items']> {
  const items = []
  for (const id of new Set(ids)) items.push({ id, refusal: await changeDraft(context, id, state, actor) })
  return items
}

async function changeDraft(
  context: Context,
  id: string,
  state: DraftsRequest['state'],
  actor: Actor,
): Promise<DraftRefusal | null> {
  try {
    return (await changePublicationState(context, id, { state, stateVersion: DRAFT_VERSION }, actor)) ? null : 'unknown'
  } catch (error) {
    if (error instanceof ApiError && error.code === 'CHANGED_MEANWHILE') return 'changed'
    if (isDatabaseUnavailable(error)) throw error
    context.log.error({ err: error, publication: id }, 'draft not changed')
    return 'failed'
  }
}

/** The version of every draft: it has no dates. */
const DRAFT_VERSION = versionOfState({ withdrawn_at: null, publish_from: null, publish_until: null })

/** Returns the version of a title's state and dates. */
export function versionOfState(columns: StateColumns): string {
  return versionOf(STATE_COLUMNS.map((column) => columns[column]))
}

/**
 * Restricts a title to some partners; null for all. Throws `VALIDATION`, and `CHANGED_MEANWHILE` when the version is no
 * longer `partnersVersion`. Returns false for an unknown title.
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

/** Returns the version of a title's restriction to partners, given as null for all. */
export function versionOfPartners(partnerIds: readonly string[] | null): string {
  return versionOf(partnerIds?.toSorted() ?? null)
}

/** Throws `VALIDATION` for an unknown partner. */
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
