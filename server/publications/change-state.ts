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
import { versionOf } from '../version-of.ts'
import { STATE_COLUMNS, type StateColumns } from './publication-state.ts'
import { updateWithRetry } from './update-with-retry.ts'

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
  return updateWithRetry(context, id, prepare, async (tx, { title }) => {
    const detail = { id, ...(from && { from }), ...(until && { until }) }
    await appendAudit(tx, now, actor, ACTS[state], title, detail)
  })

  function toColumns(row: Publication): StateColumns & Partial<Pick<Publication, 'review'>> {
    const { withdrawn_at, publish_from, publish_until } = row
    if (state === 'withdrawn') return { withdrawn_at: withdrawn_at ?? now, publish_from, publish_until }
    if (state === 'draft') return DRAFT
    const since = publish_from !== null && publish_from <= now ? publish_from : now
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

const DRAFT: StateColumns = { withdrawn_at: null, publish_from: null, publish_until: null }

/** The version of every draft: it has no dates. */
const DRAFT_VERSION = versionOfState(DRAFT)

/** Returns the version of a title's state and dates. */
export function versionOfState(columns: StateColumns): string {
  return versionOf(STATE_COLUMNS.map((column) => columns[column]))
}
